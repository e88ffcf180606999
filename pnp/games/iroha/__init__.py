"""The reference engine of iroha, and of the games that descend from it by other settings."""
