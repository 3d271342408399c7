"""Makes the picture of the live page for README.md, from the sample: Monday's prices become Tuesday's."""

import io
import os
import pathlib
import shutil
import sys
import tempfile

from PIL import Image

from browser import Browser
from command import ROOT, Watch

SAMPLE = ROOT / "scripts" / "sample"


def main(target):
    folder = pathlib.Path(tempfile.mkdtemp())
    browser = Browser(width=1080, height=760)
    try:
        os.chdir(folder)
        shutil.copy(SAMPLE / "monday.csv", "prices.csv")
        watch = Watch("prices.csv", "--id", "sku", "--section-by", "aisle", "--every", "50ms")
        # Marks are seen, but nothing is half way.
        browser.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
        browser.open(watch.url)
        browser.wait(lambda: browser.run("return document.querySelectorAll('.row').length") > 0, "the first rows")
        shutil.copy(SAMPLE / "tuesday.csv", "prices.new")
        os.replace("prices.new", "prices.csv")
        browser.wait(lambda: browser.run("return document.getElementById('log').childElementCount") > 1, "the changeset")
        picture = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png()))
        watch.stop()
    finally:
        browser.close()
        shutil.rmtree(folder)
    target = pathlib.Path(target)
    target.parent.mkdir(exist_ok=True)
    picture.convert("RGB").quantize(colors=256).save(target, optimize=True)
    print(f"{target.name}: {picture.width} × {picture.height}, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
