"""What a page costs over the wire, and when it can be used on a slow phone.

A page is served compressed from build/html to a headless Chromium with a slow
connection and a slow processor. Prints a table; exit status 1 when a page is
over its budget.

    python tests/bench/bench_pageweight.py [--html build/html] [page …]
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

PAGES = ("index.html", "api/torch.cat.html", "api/torch.nn.Conv2d.html", "api/torch.Tensor-class.html")
BUDGET_KB, BUDGET_MS = 150, 1000
LATENCY_MS, KBIT, SLOWER = 40, 10_000, 4  # a good mobile connection; a processor four times slower
MEASURE = """() => {
    const page = performance.getEntriesByType('navigation')[0];
    const parts = performance.getEntriesByType('resource');
    const size = [page, ...parts].reduce((sum, part) => sum + part.encodedBodySize, 0);
    const shift = (window.shifts || []).reduce((sum, value) => sum + value, 0);
    const requests = parts.length + 1;
    return { size, requests, interactive: page.domInteractive, loaded: page.loadEventEnd, shift };
}"""
WATCH = """window.shifts = [];
new PerformanceObserver((list) =>
    list.getEntries().forEach((e) => e.hadRecentInput || window.shifts.push(e.value))
).observe({ type: 'layout-shift', buffered: true });"""


class Compressed(SimpleHTTPRequestHandler):
    """Serves files as a host would: text compressed."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        body = gzip.compress(path.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def measure(html: Path, pages: list[str]) -> list[dict[str, float]]:
    """Figures of every page."""
    from playwright.sync_api import sync_playwright

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Compressed, directory=str(html)))
    Thread(target=server.serve_forever, daemon=True).start()
    rows = []
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox", "--disable-gpu"]
        )
        for name in pages:
            context = browser.new_context(viewport={"width": 390, "height": 844})
            page = context.new_page()
            page.add_init_script(WATCH)
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            rate = KBIT * 1000 / 8
            speed = {
                "latency": LATENCY_MS,
                "downloadThroughput": rate,
                "uploadThroughput": rate,
                "offline": False,
            }
            session.send("Network.emulateNetworkConditions", speed)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(f"http://127.0.0.1:{server.server_port}/{name}")
            page.wait_for_load_state("load")
            page.wait_for_timeout(300)
            rows.append(page.evaluate(MEASURE) | {"name": name})
            context.close()
        browser.close()
    server.shutdown()
    return rows


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--html", type=Path, default=Path("build/html"))
    parser.add_argument("pages", nargs="*", default=list(PAGES))
    options = parser.parse_args()
    rows = measure(options.html, options.pages)
    sys.stdout.write("页面                                    KB  请求  可交互 ms  载完 ms  位移\n")
    over = False
    for row in rows:
        kilobytes = row["size"] / 1024
        over |= kilobytes > BUDGET_KB or row["interactive"] > BUDGET_MS
        figures = f"{kilobytes:7.1f} {row['requests']:5.0f} {row['interactive']:10.0f} {row['loaded']:8.0f}"
        sys.stdout.write(f"{row['name']:34s} {figures} {row['shift']:6.3f}\n")
    slow = f"{KBIT / 1000:.0f} Mbit/s、{LATENCY_MS} ms、处理器慢 {SLOWER} 倍"
    sys.stdout.write(f"上限：{BUDGET_KB} KB，{BUDGET_MS} ms（{slow}）\n")
    return int(over)


if __name__ == "__main__":
    raise SystemExit(main())
