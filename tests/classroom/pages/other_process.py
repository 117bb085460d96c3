"""Work for another process, which need not import much to do it."""

import os
import signal
import time


def slow_or_hungry(what: str) -> str:
    """What is asked for, unless it is to be slow, or without an ear for alarms, and so on."""
    match what:
        case "slow":
            time.sleep(60)
        case "deaf":
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
            time.sleep(60)
        case "hungry":
            bytearray(3 * 2**30)
        case "ends":
            os._exit(3)
    return what
