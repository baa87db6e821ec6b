"""The grammar of orders: words and forms to orders, and back again."""
