"""From records to pages: pure functions that return lines, and one writer of files."""
