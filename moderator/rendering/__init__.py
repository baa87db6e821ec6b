"""Rendering: from facts to text, HTML, PNG and PDF."""
