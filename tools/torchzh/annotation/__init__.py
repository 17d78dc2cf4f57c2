"""Entries as people write them: read by one reader, judged elsewhere.

``read_annotation`` returns the record and every fault of the file in one pass.
The format is described in ``schema.json`` (front matter) and in the
contributors' guide (body).
"""

from torchzh.annotation.models import Annotation, CodeBlock, Grade, ParameterNote, Pitfall, Section
from torchzh.annotation.reader import ReadResult, parse_annotation, read_all, read_annotation

__all__ = [
    "Annotation",
    "CodeBlock",
    "Grade",
    "ParameterNote",
    "Pitfall",
    "ReadResult",
    "Section",
    "parse_annotation",
    "read_all",
    "read_annotation",
]
