"""Checks links: those of the pages outside of the documentation catalogues, and all of a built site; and its topics."""

import json
import re
import urllib.parse

# A link or an image of Markdown, and the target of a reference: [text](target), ![text](target), [name]: target.
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
# What HTML in a page refers to.
ATTRIBUTE = re.compile(r"\b(?:src|href|srcset)=\"([^\"]+)\"")
CODE = re.compile(r"^(```|~~~).*?^\1\s*$|``[^\n]*?``|`[^`\n]*`", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r"<!--.*?-->", re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)


def check_pages(root):
    """The number of links in the pages that are in no catalogue, and what is wrong with them."""
    pages = sorted(root.glob("*.md")) + sorted(
        page for folder in ["docs", "Examples", ".github", "Benchmarks", "Tests/Data"]
        for page in (root / folder).glob("**/*.md")
        if not any(part.endswith(".docc") or part.startswith(".build") for part in page.relative_to(root).parts))
    count, problems = 0, []
    for page in pages:
        text = REMARK.sub(blank, page.read_text(encoding="utf-8"))
        prose = CODE.sub(blank, text)
        for match in [*LINK.finditer(prose), *ATTRIBUTE.finditer(prose)]:
            link = next(group for group in match.groups() if group)
            place = f"{page.relative_to(root)}:{prose.count(chr(10), 0, match.start()) + 1}"
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc:
                if address.scheme not in ("https", "mailto"):
                    problems.append(f"{place}: {link}: use https")
                continue
            count += 1
            target = (page.parent / urllib.parse.unquote(address.path)).resolve() if address.path else page
            if not target.is_relative_to(root) or not target.exists():
                problems.append(f"{place}: {link}: there is no such file")
            elif address.fragment and target.suffix == ".md" and address.fragment not in anchors(target):
                problems.append(f"{place}: {link}: the page has no such heading")
    return count, problems


def blank(match):
    """As many lines, without what they say."""
    return re.sub(r"[^\n]", " ", match.group())


def anchors(page):
    """The headings of a page as GitHub names them."""
    text = CODE.sub(lambda match: match.group() if "\n" not in match.group() else blank(match),
                    page.read_text(encoding="utf-8"))
    found = set()
    for heading in HEADING.findall(text):
        name = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
        name = re.sub(r"[^\w\- ]", "", name).replace(" ", "-")
        number = sum(other == name or re.fullmatch(re.escape(name) + r"-\d+", other) is not None for other in found)
        found.add(f"{name}-{number}" if number else name)
    return found


def check_site(site, base_path, modules):
    """The number of links of a built site, and what is wrong with them and with the topics of modules."""
    pages = {}
    for file in (site / "data").glob("**/*.json"):
        address = "/" + file.relative_to(site / "data").with_suffix("").as_posix()
        pages[address] = json.loads(file.read_text(encoding="utf-8"))
    headings = {address: set(values(page, "anchor")) for address, page in pages.items()}
    # A chapter is a part of the page that lists the tutorials; docc gives it an address all the same.
    chapters = {
        f"{address}/{chapter['name'].lower().replace(' ', '-')}"
        for address, page in pages.items() for section in page.get("sections", [])
        for chapter in section.get("chapters") or []}
    count, problems = 0, []
    for address, page in sorted(pages.items()):
        if not (site / address[1:] / "index.html").is_file():
            problems.append(f"{address}: has no file for a web server")
        # docc lists what a page refers to, its own headings too, apart from the text.
        for name, reference in page.get("references", {}).items():
            if reference.get("type") in ("image", "video", "download", "file"):
                for variant in reference.get("variants", []) + ([reference] if "url" in reference else []):
                    count += 1
                    file = urllib.parse.unquote(variant["url"]).removeprefix(base_path)
                    if "://" not in file and not (site / file.lstrip("/")).is_file():
                        problems.append(f"{address}: {name}: {file} is not there")
                continue
            # One without an address is a declaration of a system's module, which is shown without a link. What a page
            # links to and docc does not find is a warning of docc's.
            link = reference.get("url")
            if link is None or "://" in link or link.startswith("mailto:"):
                continue
            count += 1
            target, _, fragment = urllib.parse.unquote(link).partition("#")
            target = target.removeprefix(base_path).rstrip("/").lower() if target else address
            if target in chapters:
                continue
            if target not in pages:
                problems.append(f"{address}: {link}: there is no such page")
            elif fragment and fragment not in headings[target]:
                problems.append(f"{address}: {link}: the page has no such heading")
    contents = json.loads((site / "index" / "index.json").read_text(encoding="utf-8"))["interfaceLanguages"]["swift"]
    for module in modules:
        entry = next(entries(contents, f"/documentation/{module.lower()}"), {})
        if not entry.get("children"):
            problems.append(f"{module}: the list of contents beside its pages is empty")
        page = pages[f"/documentation/{module.lower()}"]
        for section in page.get("topicSections", []):
            if section.get("generated"):
                names = ", ".join(name.rsplit("/", 1)[-1] for name in section["identifiers"])
                problems.append(f"{module}: under no topic of its page: {names}")
    return count, problems


def entries(nodes, path):
    """The entries of a list of contents for a page, in their order."""
    for node in nodes:
        if node.get("path") == path:
            yield node
        yield from entries(node.get("children", []), path)


def values(node, key):
    """All values of a key, at any depth."""
    if isinstance(node, dict):
        for name, child in node.items():
            if name == key and isinstance(child, str):
                yield child
            else:
                yield from values(child, key)
    elif isinstance(node, list):
        for child in node:
            yield from values(child, key)
