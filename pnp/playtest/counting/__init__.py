"""Counts of played games beside their results, each as whole numbers that add up."""
