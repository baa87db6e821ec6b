"""Letters, posts and proofs, as they come and as somebody would falsify them."""
