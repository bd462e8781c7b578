"""Questions on transformers as data, and what a school makes of them: files, a package, sheets, a report."""
