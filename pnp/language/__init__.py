"""Puts what is printed in English into another language, from files that translators write."""
