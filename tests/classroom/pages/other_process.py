"""Work for another process, which need not import much to do it."""

import os
import signal
import time


def slow_or_hungry(what: str) -> str:
    """What is asked for, unless it is to compute or to wait for ever, and so on."""
    match what:
        case "busy":
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})  # no alarm helps
            while True:
                pass
        case "waits":
            time.sleep(3600)
        case "hungry":
            bytearray(3 * 2**30)
        case "ends":
            os._exit(3)
    return what
