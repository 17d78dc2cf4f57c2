"""torch's own docstrings, prepared for the fold 官方英文说明.

The text stays English and stays theirs; only what cannot work outside their
documentation is changed: roles become our exact references or plain code,
labels and options that would collide between pages go, and so do directives
that include or embed something. Google sections and the parsing itself are the
business of the Sphinx directive, which also decides when to show the text raw.
"""

from __future__ import annotations

import inspect
import re
import textwrap

from torchzh.render import rst
from torchzh.render.references import Names
from torchzh.render.rst import Lines

ROLE = re.compile(r":(?:py:)?(?P<role>[a-z]+):`(?P<content>[^`]+)`", re.DOTALL)
TITLED = re.compile(r"(?P<title>.+?)\s*<(?P<target>[^<>]+)>$", re.DOTALL)
OBJECT_ROLES = re.compile("class|func|meth|attr|obj|mod|exc|data|const|any|function|method|module")
TEXT_ROLES = re.compile("ref|doc|numref|eq|term|download|option|envvar|keyword|token|cpp|c")
SIGNATURE = re.compile(r"^[\w.]+\(.*\)\s*(->.*)?$")
OPTION = re.compile(r"^\s+:(label|name|noindex|no-index|nowrap|no-wrap|linenos|align|numbered):.*$")
LABEL = re.compile(r"^\s*\.\. _[^:`]+:\s*$")
ADDRESS = re.compile(r"^\s+https?://")
# A simple table: columns are told by position, so nothing in it may change its width.
TABLE = re.compile(r"^ *=+(?: +=+)+ *$(?:\n(?! *$).*)*", re.MULTILINE)
DIRECTIVE = re.compile(r"^(?P<indent>\s*)\.\. (?P<name>[a-z:-]+)::\s*(?P<argument>.*)$")
SIGNATURE_DIRECTIVES = re.compile("(py:)?(function|method|class|attribute)")
CODE_DIRECTIVES = re.compile("testcode|doctest|testoutput|code|sourcecode|highlight")
DROPPED = re.compile(
    "image|figure|raw|include|literalinclude|autosummary|auto(class|function|method|module|attribute)|"
    "(py:)?currentmodule|(py:)?module|toctree|testsetup|testcleanup|plot|graphviz|only|index|contents|"
    "csv-table|grid|tab-set|tab-item|dropdown"
)


def english_block(docstring: str, owner: str, names: Names, *, opened: bool) -> Lines:
    """The directive that shows a docstring; ``owner`` is the qualified name it belongs to."""
    lines = prepare(docstring, owner, names).split("\n")
    options = {"open": ""} if opened else {}
    return rst.directive("torchzh-english", owner, lines, options) if any(lines) else []


def prepare(docstring: str, owner: str, names: Names) -> str:
    """The docstring as RST that stands on its own."""
    lines = _without_signatures(inspect.cleandoc(docstring).expandtabs(8).split("\n"))
    text = "\n".join(_rewrite_directives(lines)).strip("\n")
    pieces: list[str] = []
    end = 0
    for table in TABLE.finditer(text):
        pieces.append(ROLE.sub(lambda match: _role(match, owner, names), text[end : table.start()]))
        pieces.append(ROLE.sub(_role_in_table, table[0]))
        end = table.end()
    return "".join([*pieces, ROLE.sub(lambda match: _role(match, owner, names), text[end:])])


def _without_signatures(lines: Lines) -> Lines:
    """C functions begin with their signature, which the page already shows."""
    start = 0
    while start < len(lines) and (SIGNATURE.match(lines[start]) or not lines[start].strip()):
        start += 1
    return lines[start:]


def _rewrite_directives(lines: Lines) -> Lines:
    result: Lines = []
    position = 0
    while position < len(lines):
        line = lines[position]
        position += 1
        match = DIRECTIVE.match(line)
        if match is None:
            if not OPTION.match(line) and not _is_local_label(line, lines[position : position + 1]):
                result.append(line)
            continue
        end = _end_of_block(lines, position, len(match["indent"]))
        if DROPPED.fullmatch(match["name"]):
            position = end
        elif SIGNATURE_DIRECTIVES.fullmatch(match["name"]):
            result += [f"{match['indent']}::", "", f"{match['indent']}    {match['argument']}", ""]
            while position < end and OPTION.match(lines[position]):
                position += 1
            result += _rewrite_directives(_moved_left(lines[position:end], match["indent"]))
            position = end
        elif CODE_DIRECTIVES.fullmatch(match["name"]):
            result.append(f"{match['indent']}.. code-block:: python")
        else:
            result.append(line)
    return result


def _is_local_label(line: str, after: Lines) -> bool:
    """A label of their pages; one whose address stands on the next line is a link."""
    return bool(LABEL.match(line)) and not any(ADDRESS.match(following) for following in after)


def _end_of_block(lines: Lines, start: int, indent: int) -> int:
    """Index after the last line that is indented deeper."""
    end = start
    for index in range(start, len(lines)):
        if lines[index].strip():
            if len(lines[index]) - len(lines[index].lstrip()) <= indent:
                break
            end = index + 1
    return end


def _moved_left(lines: Lines, indent: str) -> Lines:
    """The content of a directive as text at the place of the directive."""
    moved = textwrap.dedent("\n".join(lines)).split("\n") if lines else []
    return [indent + line if line else "" for line in moved]


def _role(match: re.Match[str], owner: str, names: Names) -> str:
    role, content = match["role"], " ".join(match["content"].split())
    titled = TITLED.match(content)
    title, target = (titled["title"], titled["target"]) if titled else (content, content)
    if TEXT_ROLES.fullmatch(role):
        return rst.escape(title)
    if not OBJECT_ROLES.fullmatch(role):
        return match[0]
    label = title.lstrip("!")
    if label.startswith("~"):
        label = label.rpartition(".")[2].lstrip("~")
    found = "" if content.startswith("!") else resolve(target, role, owner, names)
    return rst.reference(found, label) if found else rst.literal(label)


def _role_in_table(match: re.Match[str]) -> str:
    """Plain code of the same width, or the role as it is."""
    if not OBJECT_ROLES.fullmatch(match["role"]):
        return match[0]
    shown = rst.literal(match["content"].partition("<")[0].strip().lstrip("~!"))
    return shown.ljust(len(match[0]))


def resolve(target: str, role: str, owner: str, names: Names) -> str:
    """The documented name a role of torch's text means, looked up the way Sphinx scopes names."""
    bare = target.strip().lstrip("~!.").removesuffix("()")
    if role == "attr" and "." not in bare:
        return ""  # nearly always a parameter
    scope = owner.split(".")
    candidates = [".".join([*scope[:length], bare]) for length in range(len(scope), 0, -1)]
    for candidate in (bare, *candidates, f"torch.nn.{bare}"):
        found = names.find(candidate) if "." in candidate else ""
        if found and found != owner:
            return found
    return ""
