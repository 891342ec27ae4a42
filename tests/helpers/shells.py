"""Shells that somebody sits at: what is typed comes by a terminal, and what they show is read until it is there."""

from __future__ import annotations

import os
import pty
import select
import shlex
import subprocess
import sys
import time
from contextlib import contextmanager

PATIENCE = 60.0  # seconds: a completion begins the command anew
STARTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(rosenblatt completion bash)"'),
    "zsh": (["zsh", "-f", "-i"], 'autoload -U compinit; compinit -u -D; eval "$(rosenblatt completion zsh)"'),
}
READY = "ready"


def environment(folder):
    """Return an environment without settings of anybody's own, in which ``rosenblatt`` is a command."""
    command = folder / "rosenblatt"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m rosenblatt "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    paths = os.pathsep.join([str(folder), os.environ["PATH"]])
    return {
        **os.environ,
        "PATH": paths,
        "HOME": str(folder),
        "TERM": "dumb",
        "PS1": "> ",
        "XDG_CONFIG_HOME": str(folder),
    }


class Shell:
    """A shell at the end of a terminal."""

    def __init__(self, terminal):
        self.terminal, self.shown = terminal, ""

    def type(self, keys):
        self.shown = ""
        os.write(self.terminal, keys.encode())

    def wait_for(self, text):
        """Read until a text is shown, or fail with what is there."""
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self.terminal], [], [], 1.0)[0]:
                self.shown += os.read(self.terminal, 65536).decode("utf-8", "replace")


@contextmanager
def shell(name, folder):
    """Begin a shell that has taken the script of ``rosenblatt completion``, and end it by its number."""
    command, take_script = STARTS[name]
    terminal, end = pty.openpty()
    process = subprocess.Popen(
        command, stdin=end, stdout=end, stderr=end, env=environment(folder), cwd=folder, start_new_session=True
    )
    os.close(end)
    try:
        found = Shell(terminal)
        found.type(f"{take_script}; echo {READY[:2]}''{READY[2:]}\n")  # which is not READY before it is run
        found.wait_for(READY)
        yield found
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
