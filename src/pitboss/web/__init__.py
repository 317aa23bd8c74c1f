"""Live tables on the web: a service around the tables of the book, with pages as its first client."""
