"""A zip for a school's system, which has the same bytes whenever it is made from the same files."""

from collections.abc import Mapping
from io import BytesIO
from xml.etree import ElementTree as Tree
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_LARGE = 1 << 20  # bytes: only weights are as large, and they are hardly smaller when packed
PACKAGING = "http://www.imsglobal.org/xsd/imscp_v1p1"  # the namespace of a manifest


def packed(files: Mapping[str, Tree.Element | str | bytes]) -> bytes:
    """Return a zip of files by their names; trees are written as XML, texts in UTF-8."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            if isinstance(content, Tree.Element):
                Tree.indent(content)
                content = Tree.tostring(content, "utf-8", xml_declaration=True)
            entry = ZipInfo(name)  # of 1980, not of today
            entry.compress_type = ZIP_STORED if len(content) > _LARGE else ZIP_DEFLATED
            archive.writestr(entry, content)
    return written.getvalue()
