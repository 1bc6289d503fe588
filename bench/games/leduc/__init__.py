"""Leduc poker: the smallest game the kernel is shown with. It is not one of the house's games."""
