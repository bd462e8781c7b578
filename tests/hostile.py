"""Values that a stranger may write into an address: every key of every page must meet each of them calmly."""

HOSTILE = (
    *("", " ", "inf", "-inf", "nan", "1e400", "-1e400", "1e308", "-1", "-0"),
    *("0", "0.5", "3.7", "9" * 20, "1_0", "0x10", "٣", "1,5", "1e2", "007"),
    *("true", "FALSE", "maybe", "None", "null", "2020-01-01", "12:30", "causal", "1.1", "columns"),
    *("../../etc/passwd", "<script>alert(1)</script>", "$x^2$", "\x00", "🐻", "שלום", "a" * 5000),
    *("'; DROP TABLE", "[]", "&a=b"),
)  # fmt: skip
