"""Rules of a visitor's own, written as an expression: a small grammar that is read, checked and built anew."""
