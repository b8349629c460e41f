"""Texts that try to be more than texts, for tests of what a folder or a file brings; and a watch over what they do.

Each would write the file `canary` or touch what is none of a text's business, if anything ever ran it.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

_CODE = "__import__('os').system('touch canary')"
ESCAPES: Mapping[str, str] = {
    # Jinja and its kin
    "quote": f"""{{{{ see("M-07\\") }}}} "[:4] ~ (see.__globals__['__builtins__'].eval("{_CODE}")|string) ~ "") }}}}""",
    "apostrophe": f"""{{{{ see('M-07\\') }}}} '[:4] ~ see.__globals__.__builtins__.eval("{_CODE}") ~ '') }}}}""",
    "arithmetic": "{{ 6*7 }} canary",
    "repetition": "{{ 'canary'*10**9 }}",
    "mro": "{{ ''.__class__.__mro__[1].__subclasses__() }} canary",
    "base": "{{ [].__class__.__base__.__subclasses__()[132]('touch canary', shell=True) }}",
    "globals": f"{{{{ see.__globals__['__builtins__'].eval(\"{_CODE}\") }}}}",
    "cycler": "{{ cycler.__init__.__globals__.os.popen('touch canary').read() }}",
    "joiner": "{{ joiner.__init__.__globals__.os.popen('touch canary').read() }}",
    "namespace": "{{ namespace.__init__.__globals__.os.popen('touch canary').read() }}",
    "lipsum": "{{ lipsum.__globals__['os'].popen('touch canary').read() }}",
    "template": "{{ self._TemplateReference__context.cycler.__init__.__globals__.os.popen('touch canary') }}",
    "request": "{{ request.application.__globals__.__builtins__.__import__('os').popen('touch canary') }}",
    "config": "{{ config.from_object('os') }}{{ config.items() }} canary",
    "attribute": "{{ ()|attr('__class__')|attr('__base__') }} canary",
    "hexadecimal": "{{ ()|attr('\\x5f\\x5fclass\\x5f\\x5f') }} canary",
    "unicode escape": '{{ ()["\\u005f\\u005fclass\\u005f\\u005f"] }} canary',
    "joined name": "{{ ()[['__','class','__']|join] }} canary",
    "reversed name": "{{ ()['__ssalc__'[::-1]] }} canary",
    "format filter": "{{ '%s%s'|format('__cla','ss__') }} canary",
    "formatted class": "{{ '{0.__class__}'.format(see) }} canary",
    "map": "{{ [see]|map(attribute='__globals__')|list }} canary",
    "include": "{% include '/etc/passwd' %} canary",
    "include out": "{% include '../../../../etc/passwd' %} canary",
    "import": "{% import 'rules/macros.md' as m %}{{ m }} canary",
    "extends": "{% extends 'rules/whispers.md' %} canary",
    "set": "{% set x = see.__globals__ %}{{ x }} canary",
    "loop": "{% for x in range(999999999) %}canary{% endfor %}",
    "whitespace": "{%- if 1 -%} canary {%- endif -%}",
    "block": "{% block front %}canary{% endblock %}",
    "call": "{% call see('M-07') %}canary{% endcall %}",
    "raw": "{% raw %}{{ canary }}{% endraw %}",
    "comment": "{# canary #} {{ 7 }}",
    "open comment": "canary {# never closed",
    "line statement": "# for x in range(9) canary",
    "unclosed": "canary {{ see('M-07'",
    "nested": "{{{{{{{{{{ canary }}}}}}}}}}",
    "holes in holes": "{{ see({{ 7*7 }}) }} canary",
    "many holes": "canary" + "{{ x }}" * 500,
    "confusable braces": "｛｛ ７*７ ｝｝ canary",
    "confusable name": "{{ sеe('M-07') }} canary",  # with a Cyrillic letter
    # What fills texts otherwise
    "str.format": "{0.__class__.__init__.__globals__} canary",
    "named format": "{tokens.__class__} canary",
    "wide format": "{tokens:>1000000000} canary",
    "converted format": "{tokens!r} canary",
    "percent name": "%(canary)s %(__class__)s",
    "percent width": "%1000000000d canary",
    "percent more": "%s %s %s %n canary",
    "dollar": "${__import__('os').system('touch canary')}",
    "f-string": f"{{{_CODE}}}",
    "erb": "<%= `touch canary` %>",
    "shell": "$(touch canary) `touch canary`",
    "eval": _CODE,
    # HTML, Markdown, SVG, paragraphs
    "script": "<script>fetch('canary')</script>",
    "attribute quote": '" onload="canary()" x="',
    "closing": "</p></div></main><h1>canary</h1>",
    "image": '<img src="file:///etc/passwd" onerror="canary()"/>',
    "paragraph": "<para><img src='file:///etc/passwd' width='9'/>canary</para>",
    "figure": '<div class="figure" data-figure="canary"></div>',
    "piece": '<span class="piece" data-face="canary" data-lines="x">y</span>',
    "link": "[canary](javascript:alert(1))",
    "local link": "![canary](file:///etc/passwd)",
    "reference": "[canary]: file:///etc/passwd",
    "attributes": "canary {: #contents .plain onclick=canary }",
    "entity": "&lt;canary&gt; &#60;b&#62; &nbsp; &canary;",
    "doctype": '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y; canary',
    "section": "<![CDATA[canary]]> <?php canary ?> <!-- canary",
    "heading": "# canary",
    "quotation": "> canary",
    "rule": "canary --- === ***",
    "backslashes": "\\canary \\\\{{ \\{ \\* \\` \\",
    "emphasis": "***canary** *_`",
    "formula": "=HYPERLINK(\"file:///etc/passwd\",\"canary\")",
    "mathematics": "$\\input{/etc/passwd}$ canary $",
    "markup of consoles": "[red]canary[/red][link=file:///etc/passwd]x[/link]",
}  # fmt: skip
_FORBIDDEN = frozenset({"os.system", "os.exec", "os.posix_spawn", "os.spawn", "subprocess.Popen", "socket.connect"})


class _Watch:
    """Notes what may not happen while somebody looks; an audit hook cannot be taken away again."""

    def __init__(self) -> None:
        self.looks = False
        self.seen: list[str] = []
        sys.addaudithook(self.hook)

    def hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.looks:
            return
        first = str(arguments[0]) if arguments else ""
        is_foreign = event == "open" and first.startswith("/etc/")
        if event in _FORBIDDEN or is_foreign or (event == "compile" and "canary" in first):
            self.seen.append(f"{event} {first}"[:200])


_watch = cache(_Watch)


@contextmanager
def watched(folder: Path) -> Iterator[None]:
    """Fails where, in the meantime, a process or a connection begins, a text of ESCAPES is compiled, or one has run."""
    watch = _watch()
    watch.looks = True
    try:
        yield
    finally:
        watch.looks = False
        seen, watch.seen = watch.seen, []
    assert not seen
    assert not list(folder.rglob("canary")) and not Path("canary").exists()


def letters(text: str) -> str:
    """The letters and digits of a text, by which it is found again however it is set."""
    return "".join(filter(str.isalnum, text))


def in_toml(text: str) -> str:
    """The text as a TOML string."""
    return json.dumps(text, ensure_ascii=False)


def in_csv(rows: list[list[str]]) -> str:
    """Rows as CSV."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()
