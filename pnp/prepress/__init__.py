"""What stands between a face as it is drawn and a printing press: inks instead of colours, and nothing seen through."""
