"""Before the checks are believed, they must find what is wrong on purpose, and nothing else."""

import json
import pathlib
import tempfile

import checks

README = """# A title

[good](docs/page.md), [good](docs/page.md#one-heading), [good](#a-title), [good](https://example.org/),
[no file](docs/none.md), [no heading](docs/page.md#another), ![no image](docs/none.png), [plain](http://example.org/),
`[code](docs/none.md)`, <img src="docs/none.svg">.

```text
[code](docs/none.md)
```

[name]: docs/gone.md
"""

PAGE = {
    "sections": [{"anchor": "Overview"}],
    "references": {
        "doc://M/documentation/M/A": {"type": "topic", "url": "/documentation/m/a"},
        "doc://M/documentation/M#Overview": {"type": "section", "url": "/documentation/m#Overview"},
        "doc://M/documentation/M#Gone": {"type": "section", "url": "/documentation/m#Gone"},
        "doc://M/documentation/M/Gone": {"type": "topic", "url": "/documentation/m/gone"},
        "https://example.org/": {"type": "link", "url": "https://example.org/"},
        "picture.png": {"type": "image", "variants": [{"url": "/images/M/picture.png"}]},
    },
    "topicSections": [
        {"title": "Chosen", "identifiers": ["doc://M/documentation/M/A"]},
        {"title": "Structures", "generated": True, "identifiers": ["doc://M/documentation/M/Left"]},
    ],
}


def run():
    """Says what the checks have missed or made up; nothing where they are right."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        (root / "docs").mkdir()
        (root / "README.md").write_text(README, encoding="utf-8")
        (root / "docs" / "page.md").write_text("## One heading\n", encoding="utf-8")
        _, found = checks.check_pages(root)
        missed = differences(found, [
            "README.md:4: docs/none.md: there", "README.md:4: docs/page.md#another: the page",
            "README.md:4: docs/none.png: there", "README.md:4: http://example.org/: use", "README.md:5: docs/none.svg: ",
            "README.md:11: docs/gone.md: there"])

        site = root / "site"
        for address, page in {"m": PAGE, "m/a": {}}.items():
            (site / "documentation" / address).mkdir(parents=True)
            (site / "documentation" / address / "index.html").touch()
            data = site / "data" / "documentation" / f"{address}.json"
            data.parent.mkdir(parents=True, exist_ok=True)
            data.write_text(json.dumps(page), encoding="utf-8")
        (site / "documentation" / "m" / "a" / "index.html").unlink()
        (site / "index").mkdir()
        contents = [{"path": "/documentation/m"}, {"path": "/documentation/m", "children": [{"title": "A"}]}]
        (site / "index" / "index.json").write_text(
            json.dumps({"interfaceLanguages": {"swift": contents}}), encoding="utf-8")
        _, found = checks.check_site(site, "", ["M"])
        return missed + differences(found, [
            "/documentation/m/a: has no file", "/documentation/m: /documentation/m#Gone: the page",
            "/documentation/m: /documentation/m/gone: there", "/documentation/m: picture.png: ", "M: under no topic",
            "M: the list of contents"])


def differences(found, expected):
    """What was found but not expected, or expected but not found; by beginnings."""
    surplus = [f"found without a reason: {problem}" for problem in found if not problem.startswith(tuple(expected))]
    return surplus + [
        f"not found: {start}" for start in expected if not any(problem.startswith(start) for problem in found)]
