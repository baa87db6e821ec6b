"""Words: sentences of other languages, of pages and of posts, of orders, and of other people."""
