"""Orders in other languages than English: what their words mean, and how orders are written in them."""
