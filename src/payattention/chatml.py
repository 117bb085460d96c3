"""ChatML: a conversation as one sequence of tokens, the form on which SmolLM2-Instruct was trained.

    <|im_start|>system
    You are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>
    <|im_start|>user
    What is the capital of France?<|im_end|>
    <|im_start|>assistant

The model continues with the answer, and ends it with <|im_end|>. Both marks are special tokens,
which `BPE.encode` never returns. So a user who types them cannot pretend to be the assistant.
"""

from payattention.tokenize import BPE

START, END = "<|im_start|>", "<|im_end|>"
SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"


def message(bpe: BPE, role: str, text: str) -> list[int]:
    """The tokens of one message; ``role`` is "system", "user" or "assistant".

    Raises: ValueError if the tokenizer has no tokens for the marks of ChatML.
    """
    text_ids = bpe.encode(f"{role}\n{text}")
    return [mark(bpe, START), *text_ids, mark(bpe, END), *bpe.encode("\n")]


def request(bpe: BPE) -> list[int]:
    """The tokens after which the model writes its answer."""
    return [mark(bpe, START), *bpe.encode("assistant\n")]


def conversation(bpe: BPE, messages: list[tuple[str, str]]) -> list[int]:
    """The tokens of all messages, pairs of role and text, and of the request for an answer.

    If the first message is not the system's, `SYSTEM` comes before it, as in SmolLM2's template.
    """
    if not messages or messages[0][0] != "system":
        messages = [("system", SYSTEM), *messages]
    tokens = [token for role, text in messages for token in message(bpe, role, text)]
    return tokens + request(bpe)


def mark(bpe: BPE, name: str) -> int:
    """The number of one of ChatML's special tokens."""
    if name not in bpe.special:
        raise ValueError(f"special must include {name} to hold a conversation, but it does not")
    return bpe.special[name]
