"""Builds one documentation site of all modules: symbol graphs, a conversion for each module, one merged archive."""

import argparse
import concurrent.futures
import functools
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import checks
import self_test

ROOT = pathlib.Path(__file__).resolve().parents[2]
START = ROOT / "docs" / "Guide.docc"
# The address of the start page within the site.
START_PAGE = "documentation/guide"
REDIRECT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>swift-section-diff</title>
<meta http-equiv="refresh" content="0; url={target}">
<link rel="canonical" href="{target}">
</head>
<body><p><a href="{target}">Documentation of swift-section-diff</a></p></body>
</html>
"""
# The link to the start page above each page: docc shows an element of this name, where one is defined.
HEADER = """<script>
customElements.define("custom-header", class extends HTMLElement {{
  connectedCallback() {{
    const link = document.createElement("a");
    link.href = "{target}";
    link.textContent = "swift-section-diff";
    link.style.cssText = "display: block; padding: 0.5rem 1.25rem; font-weight: 600; color: #fff; background: #333";
    this.replaceChildren(link);
  }}
}});
</script>"""


class Trouble(Exception):
    """What is wrong, where, and what to do."""


def run(*command):
    """Runs a command; its output is shown only when it fails."""
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        raise Trouble(f"{result.stdout.strip()}\n{' '.join(map(str, command[:2]))} failed ({result.returncode})")
    return result.stdout


class Module:
    """A module to document: its name, its catalogue if it has one, and the documented modules that it imports."""

    def __init__(self, target):
        self.name = target["name"]
        self.dependencies = set(target.get("target_dependencies") or [])
        catalogue = ROOT / target["path"] / f"{self.name}.docc"
        self.catalogue = catalogue if catalogue.is_dir() else None
        self.is_executable = target["type"] == "executable"


def documented_modules():
    """The libraries that are products, and executables with a catalogue; each after those that it depends on."""
    description = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    modules = {}
    for target in json.loads(description)["targets"]:
        module = Module(target)
        is_library = target["type"] == "library" and module.name in (target.get("product_memberships") or [])
        if is_library or (module.is_executable and module.catalogue):
            modules[module.name] = module
    ordered = []
    while len(ordered) < len(modules):
        done = {module.name for module in ordered}
        ready = [
            module for name, module in sorted(modules.items())
            if name not in done and module.dependencies & set(modules) <= done]
        if not ready:
            raise Trouble("the modules import each other in a circle; see Package.swift")
        ordered += ready
    for module in ordered:
        module.dependencies &= set(modules)
    return ordered


def build(modules, scratch, traits, further):
    """Builds what is not built yet. What others import is built with them."""
    options = ["--scratch-path", scratch] + (["--traits", traits] if traits else []) + further
    libraries = [module for module in modules if not module.is_executable]
    imported = set().union(*(module.dependencies for module in libraries))
    for module in libraries:
        if module.name not in imported:
            run("swift", "build", *options, "--target", module.name)
    return pathlib.Path(run("swift", "build", *options, "--show-bin-path").strip())


def system_options():
    """What the tool for symbol graphs must know of this machine."""
    options = ["-target", json.loads(run("swiftc", "-print-target-info"))["target"]["triple"]]
    if sys.platform == "darwin":
        options += ["-sdk", run("xcrun", "--show-sdk-path").strip()]
    return options


def extract(module, binaries, work, options):
    """Writes the symbol graph of a module that is built; that of an executable, which has nothing public, is empty."""
    folder = work / "graphs" / module.name
    folder.mkdir(parents=True)
    if module.is_executable:
        (folder / f"{module.name}.symbols.json").write_text(json.dumps(empty_graph(module.name)), encoding="utf-8")
        return
    run("swift", "symbolgraph-extract", "-module-name", module.name, "-I", binaries / "Modules", *options,
        "-output-dir", folder, "-minimum-access-level", "public", "-emit-extension-block-symbols",
        "-skip-synthesized-members", "-module-cache-path", work / "module-cache")


def empty_graph(name):
    """The symbol graph of a module without public symbols."""
    platform = {"architecture": "x86_64", "vendor": "unknown", "operatingSystem": {"name": "linux"}}
    return {
        "metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "scripts/documentation"},
        "module": {"name": name, "platform": platform}, "symbols": [], "relationships": []}


def check_step(step, binaries, work):
    """Type-checks a step of a tutorial as what it is to the reader: the `main.swift` of a package."""
    run("swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-module-name", "Step",
        "-I", binaries / "Modules", "-module-cache-path", work / "module-cache", step)


def convert(name, catalogue, dependencies, work, base_path):
    """Makes the archive of one module, or of a catalogue that belongs to none."""
    command = ["docc", "convert"]
    if catalogue:
        command.append(catalogue)
    graphs = work / "graphs" / name
    if graphs.exists():
        command += ["--additional-symbol-graph-dir", graphs]
    command += [
        "--output-path", archive(work, name), "--fallback-display-name", name, "--fallback-bundle-identifier", name,
        "--warnings-as-errors", "--enable-experimental-external-link-support", "--transform-for-static-hosting"]
    if base_path:
        command += ["--hosting-base-path", base_path]
    for dependency in dependencies:
        command += ["--dependency", archive(work, dependency)]
    run(*command)


def archive(work, name):
    return work / "archives" / f"{name}.doccarchive"


def all_dependencies(module, modules):
    """The documented modules below a module: those that it imports, and what those import."""
    by_name = {other.name: other for other in modules}
    found, left = set(), set(module.dependencies)
    while left:
        name = left.pop()
        found.add(name)
        left |= by_name[name].dependencies - found
    return sorted(found)


def convert_all(modules, binaries, work, base_path):
    """Converts modules side by side, each as soon as those that it imports are there; checks the tutorial's steps."""
    left, running, done, options = list(modules), {}, set(), system_options()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(lambda module: extract(module, binaries, work, options), modules))
        steps = pool.map(lambda step: check_step(step, binaries, work), sorted(START.glob("Tutorial/*.swift")))
        while left or running:
            for module in [module for module in left if module.dependencies <= done]:
                left.remove(module)
                task = pool.submit(
                    convert, module.name, module.catalogue, all_dependencies(module, modules), work, base_path)
                running[task] = module.name
            finished, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for task in finished:
                done.add(running.pop(task))
                task.result()
        list(steps)


def merge(names, work, output, base_path):
    """Puts the archives into one site whose first page is the start page.

    That page's archive comes last: a page shows the list of contents that comes first, and the start page's has modules
    without theirs.
    """
    if output.exists():
        if any(output.iterdir()) and not (output / "metadata.json").exists():
            raise Trouble(f"{output}: is not empty and no documentation site; give another folder or remove it")
        shutil.rmtree(output)
    output.parent.mkdir(parents=True, exist_ok=True)
    run("docc", "merge", *[archive(work, name) for name in names],
        "--synthesized-landing-page-name", "swift-section-diff", "--output-path", output)
    target = f"{base_path or ''}/{START_PAGE}/"
    header = HEADER.format(target=target)
    for page in output.glob("**/index.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("</head>", f"{header}</head>", 1), encoding="utf-8")
    # What docc makes for these two addresses is empty, or a list of modules in the order of the alphabet.
    for page in ["index.html", "documentation/index.html"]:
        (output / page).write_text(REDIRECT.format(target=target), encoding="utf-8")


def serve(output, port):
    """Serves the site to this machine until it is interrupted."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=output)
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}/ (ends with Ctrl-C)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


def base_path(text):
    path = "/" + text.strip("/")
    if path == "/" or any(character in path for character in "?#%\\ \"'<>&"):
        raise argparse.ArgumentTypeError(f"{text!r} is no path such as /swift-section-diff")
    return path


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/documentation", description=__doc__)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--base-path", type=base_path)
    parser.add_argument("--serve", type=int, metavar="PORT", choices=range(0, 65536))
    parser.add_argument("--scratch-path", type=pathlib.Path, default=ROOT / ".build")
    parser.add_argument("--traits")
    parser.add_argument("--links", action="store_true")
    parser.add_argument("build_options", nargs="*", metavar="-- OPTION")
    options = parser.parse_args()
    if options.serve is not None and options.base_path:
        parser.error("--serve serves the site at /, so it does not go with --base-path")
    return options


def report(problems):
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    if problems:
        raise Trouble(f"{len(problems)} problems in the documentation")


def main():
    options = arguments()
    wrong = self_test.run()
    if wrong:
        raise Trouble("the self-test of the checks fails, so they prove nothing:\n" + "\n".join(wrong))
    links, problems = checks.check_pages(ROOT)
    print(f"pages outside of the catalogues: {links} local links checked")
    report(problems)
    if options.links:
        return
    start = time.monotonic()
    scratch = options.scratch_path.resolve()
    output = (options.output or scratch / "documentation" / "site").resolve()
    work = scratch / "documentation" / "work"
    for folder in ["graphs", "archives"]:
        shutil.rmtree(work / folder, ignore_errors=True)
    (work / "archives").mkdir(parents=True)
    modules = documented_modules()
    names = [module.name for module in modules]
    binaries = build(modules, scratch, options.traits, options.build_options)
    built = time.monotonic()
    convert_all(modules, binaries, work, options.base_path)
    convert("Guide", START, names, work, options.base_path)
    merge(names + ["Guide"], work, output, options.base_path)
    links, problems = checks.check_site(output, options.base_path or "", names)
    end = time.monotonic()
    print(f"{len(names)} modules: built in {built - start:.0f} s, documented in {end - built:.0f} s; "
          f"{links} links checked")
    report(problems)
    print(output)
    if options.serve is not None:
        serve(output, options.serve)


if __name__ == "__main__":
    try:
        main()
    except (Trouble, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"error: {error}")
