"""Sets words: Markdown to blocks, blocks to lines, lines to strips and pages, HTML or plain text; it knows no game."""
