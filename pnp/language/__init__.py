"""What is printed, in English; the same in another language, out of files that translators write."""
