"""Runs a command in a terminal, types what is to be typed, and prints what was shown.

Standard input: {"command": […], "typed": [[what it is waited for, what is typed then], …]}
"""

import json
import os
import pty
import sys

told = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    os.execv(told["command"][0], told["command"])
shown = b""
while True:
    try:
        read = os.read(terminal, 4096)
    except OSError:  # Linux: the other end is closed.
        break
    if not read:
        break
    shown += read
    if told["typed"] and told["typed"][0][0].encode() in shown:
        os.write(terminal, told["typed"].pop(0)[1].encode())
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
json.dump({"code": code, "shown": shown.decode()}, sys.stdout)
