"""From facts to what a person sees: text, HTML, PNG, PDF."""
