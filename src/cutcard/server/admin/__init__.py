"""`cutcard admin`: what whoever runs a server does with its tables, beside it or while it is stopped."""
