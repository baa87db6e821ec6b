"""The order language: pure; lines of text in, orders and problems out, and back again."""
