"""The command, started on a file, and what it says."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]


def executable():
    """The built command: SECTION_DIFF_BINARY, or the release build."""
    path = os.environ.get("SECTION_DIFF_BINARY") or ROOT / ".build" / "release" / "section-diff"
    if not shutil.which(str(path)):
        raise SystemExit(f"there is no section-diff at {path}; run scripts/browser-test")
    return str(path)


class Watch:
    """`section-diff watch --web`, running."""

    def __init__(self, path, *options, port=0):
        # The boards of these tests lose many rows at once, and mean it.
        self.process = subprocess.Popen(
            [executable(), "watch", str(path), *options, "--max-delete", "off", "--format", "json", "--web", str(port)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = []
        self.complaints = []
        self.listening = threading.Event()
        self.url = None
        self.readers = [threading.Thread(target=self._read, daemon=True),
                        threading.Thread(target=self._hear, daemon=True)]
        for reader in self.readers:
            reader.start()
        if not self.listening.wait(120) or self.url is None:
            self.kill()
            raise AssertionError(f"no page: {self.complaints}")

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line)

    def _hear(self):
        for line in self.process.stderr:
            text = line.decode()
            self.complaints.append(text)
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", text)
            if found:
                self.url = found.group(0)
                self.port = int(found.group(1))
                self.listening.set()
        self.listening.set()

    def counts(self):
        """The counts of the lines printed so far, and the errors."""
        lines = [json.loads(line) for line in list(self.lines)]
        return [line["counts"] for line in lines if "counts" in line], [line for line in lines if "error" in line]

    def memory(self):
        """Resident memory in kilobytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1))

    def descriptors(self):
        """How many files are open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self, number=signal.SIGTERM):
        """Ends it by a signal, and returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self._ended()

    def kill(self):
        """Ends it without its doing."""
        if self.process.poll() is None:
            self.process.kill()
        return self._ended()

    def _ended(self):
        status = self.process.wait(30)
        for reader in self.readers:
            reader.join(30)
        self.process.stdout.close()
        self.process.stderr.close()
        return status
