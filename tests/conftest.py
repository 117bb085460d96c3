"""Every annotated shape of `payattention` is enforced while the tests run."""

from jaxtyping import install_import_hook

install_import_hook("payattention", "beartype.beartype")

import torch  # noqa: E402
from hypothesis import settings  # noqa: E402
from tests.browser import browser, violations, visit  # noqa: E402, F401

settings.register_profile("unhurried", deadline=None)  # a slow machine is no failure
settings.load_profile("unhurried")
torch.set_num_threads(1)  # the tests run side by side, one process a core
