"""Draw the app's icons from static/icon.svg: ``python scripts/icons.py``."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.chromium import FLAGS, find  # noqa: E402

# The size, and whether the icon is maskable: only the middle of a maskable icon is always visible.
SIZES = {"icon-192.png": (192, False), "icon-512.png": (512, False), "icon-maskable-512.png": (512, True)}


def main() -> None:
    drawing = (ROOT / "static" / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), chromium_sandbox=False, args=FLAGS)
        for name, (size, maskable) in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = "html{background:#1e5b45}svg{padding:10%}" if maskable else ""
            page.set_content(
                f"<style>*{{margin:0;box-sizing:border-box}}svg{{display:block;width:100vw;height:100vh}}{style}</style>{drawing}"
            )
            page.screenshot(path=ROOT / "static" / name, omit_background=not maskable)
        browser.close()


if __name__ == "__main__":
    main()
