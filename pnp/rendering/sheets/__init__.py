"""Rule sheets and worked examples, laid out over faces and pages."""
