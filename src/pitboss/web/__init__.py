"""Live tables on the web: a service around the tables of the book, and the pages that are its first client."""
