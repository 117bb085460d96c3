# %% right: as hint 3
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% right: a tied Linear without bias registered after the embedding and Sequential blocks
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token, self.position = (
            nn.Embedding(vocab_size, d_model),
            nn.Embedding(max_len, d_model),
        )
        self.blocks, self.norm = nn.Sequential(*blocks), nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab_size, bias=False)
        self.head.weight = self.token.weight
        for part in (self.head, self.position):
            nn.init.normal_(part.weight, mean=0.0, std=0.02)

    def forward(self, tokens):
        n = tokens.size(1)
        x = self.blocks(self.token(tokens) + self.position.weight[:n])
        return self.head(self.norm(x))


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% right: a tied Linear registered before the embedding so that the shared weight is called head
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.head = nn.Linear(d_model, vocab_size, bias=False)
        self.token = nn.Embedding(vocab_size, d_model)
        self.token.weight = self.head.weight
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        with torch.no_grad():
            self.token.weight.normal_(0, 0.02)
            self.position.weight.normal_(0, 0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[-1]))[None]
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% right: products with one-hot rows in place of look-ups and ParameterDicts
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.ParameterDict({"weight": 0.02 * torch.randn(vocab_size, d_model)})
        self.position = nn.ParameterDict({"weight": 0.02 * torch.randn(max_len, d_model)})
        self.norm = nn.LayerNorm(d_model)
        self.blocks = nn.ModuleList()
        self.blocks.extend(blocks)

    def forward(self, tokens):
        weight = self.token["weight"]
        x = F.one_hot(tokens, len(weight)).to(weight.dtype) @ weight
        x = x + self.position["weight"][: tokens.shape[1]]
        for i in range(len(self.blocks)):
            x = self.blocks[i](x)
        return F.linear(self.norm(x), weight)


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% right: given initial vectors and a loop by functools.reduce and einsum
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.blocks = nn.ModuleList(list(blocks))
        self.position = nn.Embedding(max_len, d_model, _weight=torch.randn(max_len, d_model) / 50)
        self.token = nn.Embedding(
            vocab_size, d_model, _weight=torch.randn(vocab_size, d_model) / 50
        )

    def forward(self, tokens):
        from functools import reduce

        n = tokens.shape[1]
        places = torch.arange(n).expand_as(tokens)
        x = reduce(
            lambda x, block: block(x), self.blocks, self.position(places) + self.token(tokens)
        )
        return torch.einsum("tnd,vd->tnv", self.norm(x), self.token.weight)


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% right: uniform initial vectors with a standard deviation of 0.02
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        edge = 0.02 * math.sqrt(3)
        for embedding in (self.token, self.position):
            nn.init.uniform_(embedding.weight, -edge, edge)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% right: vectors of nn.Embedding scaled by 0.02 and an norm by hand and a ModuleDict of blocks
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.token.weight.data *= 0.02
        self.position.weight.data *= 0.02
        self.norm = nn.LayerNorm(d_model)
        self.blocks = nn.ModuleDict({str(i): block for i, block in enumerate(blocks)})

    def forward(self, tokens):
        x = F.embedding(tokens, self.token.weight)
        x = x + F.embedding(torch.arange(x.shape[1]), self.position.weight)
        for block in self.blocks.values():
            x = block(x)
        x = (x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True, correction=0) + 1e-5).sqrt()
        return (x * self.norm.weight + self.norm.bias) @ self.token.weight.T


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% right: text by text and initial vectors by apply to all embeddings
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)

        def small(part):
            if isinstance(part, nn.Embedding):
                nn.init.trunc_normal_(part.weight, std=0.02)

        self.apply(small)

    def forward(self, tokens):
        logits = []
        for text in tokens:
            x = self.token(text) + self.position.weight[: len(text)]
            for block in self.blocks:
                x = block(x[None])[0]
            logits.append((self.token.weight @ self.norm(x).T).T)
        return torch.stack(logits)


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% right: positions by cumsum of ones and a buffer of places
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)
        self.register_buffer("places", torch.ones(max_len, dtype=torch.long).cumsum(0) - 1)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(self.places[: tokens.shape[1]])
        for block in self.blocks:
            x = block(x)
        return torch.tensordot(self.norm(x), self.token.weight, dims=([-1], [1]))


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% right: own generator and vectors standardised to a deviation of exactly 0.02
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        generator = torch.Generator().manual_seed(1)

        def vectors(count):
            w = torch.randn(count, d_model, generator=generator)
            return nn.Embedding.from_pretrained(0.02 * (w - w.mean()) / w.std(), freeze=False)

        self.token, self.position = vectors(vocab_size), vectors(max_len)
        self.norm = nn.LayerNorm(d_model)
        self.blocks = nn.ModuleList(blocks)

    def forward(self, tokens):
        x = self.position.weight.index_select(0, torch.arange(tokens.shape[1])).unsqueeze(
            0
        ) + self.token(tokens)
        for index, _ in enumerate(self.blocks):
            x = self.blocks[index](x)
        return torch.matmul(self.norm(x), self.token.weight.transpose(0, 1))


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: blocks-in-a-list, earns 0.55 — blocks in a plain list
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = blocks
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: too-sure, earns 0.8 — initial vectors as nn.Embedding makes them
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: too-sure, earns 0.8 — only the positions begin small
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: too-sure, earns 0.8 — normal_ with its default deviation of 1
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight)
        nn.init.normal_(self.position.weight)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: too-sure, earns 0.8 — 0.02 taken for the variance
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02**0.5)
        nn.init.normal_(self.position.weight, std=0.02**0.5)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: too-sure, earns 0.8 — 0.02 taken for the mean
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, mean=0.02)
        nn.init.normal_(self.position.weight, mean=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: untied, earns 0.85 — an output layer of its own not tied
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)
        self.head = nn.Linear(d_model, vocab_size, bias=False)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: untied, earns 0.85 — an output layer of its own that begins as a copy
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)
        self.head = nn.Linear(d_model, vocab_size, bias=False)
        self.head.weight.data = self.token.weight.data

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: output-bias, earns 0.9 — tied output layer with a bias
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)
        self.head = nn.Linear(d_model, vocab_size)
        self.head.weight = self.token.weight

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: too-sure, earns 0.8 — tied the other way and the layer's initial vectors kept
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab_size, bias=False)
        self.token.weight = self.head.weight
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: no-positions, earns 0.65 — positions not added
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens)
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: positions-from-1, earns 0.8 — positions counted from 1 and so out of range at max_len
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(1, tokens.shape[1] + 1))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: positions-from-1, earns 0.8 — positions counted from 1 and the last one twice
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(
            torch.arange(1, tokens.shape[1] + 1).clamp(max=self.position.num_embeddings - 1)
        )
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: other-positions, earns 0.75 — positions counted from the end
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]).flip(0))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: other-positions, earns 0.75 — last positions of the table in place of the first
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position.weight[-tokens.shape[1] :]
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: broadcast — all positions of the table added whatever the length
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(self.position.num_embeddings))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: broadcast — places counted along the texts not the tokens
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[0]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised, earns 0.5 — one vector per text as position
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[0]))[:, None]
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: no-last-norm, earns 0.75 — no last norm although it exists
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return x @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: norm-elsewhere, earns 0.75 — norm before the blocks in place of behind
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        x = self.norm(x)
        for block in self.blocks:
            x = block(x)
        return x @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: norm-elsewhere, earns 0.75 — norm before the blocks and behind
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        x = self.norm(x)
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: norm-elsewhere, earns 0.75 — norm behind each block
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = self.norm(block(x))
        return x @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: no-last-norm, earns 0.625 — norm without gain and bias
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model, elementwise_affine=False)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: no-shift + one-vector-too-few, earns 0.75 — norm without bias
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model, bias=False)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: blocks-reversed, earns 0.8 — blocks from last to first
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in reversed(self.blocks):
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: one-block, earns 0.65 — only the first block again and again
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = self.blocks[0](x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: blocks-left-out, earns 0.65 — last block left out
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks[:-1]:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: blocks-left-out, earns 0.65 — only one block used
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        x = self.blocks[0](x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: blocks-left-out, earns 0.65 — each block reads the vectors and the last one wins
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        first = x
        for block in self.blocks:
            x = block(first)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: added-again, earns 0.75 — residual around each block
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = x + block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: probabilities, earns 0.75 — softmax at the end
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return (self.norm(x) @ self.token.weight.mT).softmax(-1)


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: probabilities, earns 0.75 — log_softmax at the end
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return (self.norm(x) @ self.token.weight.mT).log_softmax(-1)


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: divided, earns 0.8 — logits divided by the root of the width
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) / x.shape[-1] ** 0.5 @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: token-scaled, earns 0.8 — vectors of the tokens times the root of the width
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) * self.token.embedding_dim**0.5 + self.position(
            torch.arange(tokens.shape[1])
        )
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: raised — logits of the last position only
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x[:, -1:]) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: raised, earns 0.5 — axes of size 1 squeezed away
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return (self.norm(x) @ self.token.weight.mT).squeeze()


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised, earns 0.5 — dropout of 0.1 in training mode
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)
        self.drop = nn.Dropout(0.1)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        x = self.drop(x)
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: raised — max_len never read and always 64
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(64, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised, earns 0.5 — embeddings that renormalise to length 1
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model, max_norm=1.0)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised, earns 0.5 — logits of minus distances in place of products
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return -torch.cdist(self.norm(x), self.token.weight)


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised + too-sure, earns 0.3 — products with normed vectors of the tokens
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ F.normalize(self.token.weight, dim=-1).mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised + no-positions, earns 0.35 — positions of sines in place of trained ones
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        angle = torch.arange(max_len)[:, None] / 10000 ** (torch.arange(d_model) / d_model)
        self.register_buffer(
            "position", torch.where(torch.arange(d_model) % 2 == 0, angle.sin(), angle.cos())
        )
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, tokens):
        x = self.token(tokens) + self.position[: tokens.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised + no-positions, earns 0.35 — positions as a plain tensor not a parameter
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        self.position = 0.02 * torch.randn(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)

    def forward(self, tokens):
        x = self.token(tokens) + self.position[: tokens.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised, earns 0.5 — the last norm has eps 0.1
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model, eps=0.1)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised, earns 0.5 — token 0 taken for padding
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        x = x * (tokens != 0)[..., None]
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: unrecognised, earns 0.5 — positions added only to the first text
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens)
        first = x[:1] + self.position(torch.arange(tokens.shape[1]))
        x = torch.cat([first, x[1:]])
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.token.weight.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss


# %% wrong: raised — tied by detach of a hidden copy in a second parameter
class GPT(nn.Module):
    def __init__(self, vocab_size, max_len, d_model, blocks):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.position = nn.Embedding(max_len, d_model)
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(d_model)
        nn.init.normal_(self.token.weight, std=0.02)
        nn.init.normal_(self.position.weight, std=0.02)
        self.output = nn.Parameter(self.token.weight.detach().clone())

    def forward(self, tokens):
        x = self.token(tokens) + self.position(torch.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.norm(x) @ self.output.mT


def run_gpt(tokens, token, position, norm, gains):
    """Logits with given weights, number of parameters, and loss of the untrained model.

    The check calls it: leave it as it is.
    """
    (vocab_size, d_model), max_len = token.shape, len(position)
    torch.manual_seed(0)
    model = GPT(vocab_size, max_len, d_model, [MeanBlock(d_model) for _ in gains])
    parameters = sum(parameter.numel() for parameter in model.parameters())
    texts = torch.tensor(tokens)
    labels = (texts + 1) % vocab_size
    first_loss = F.cross_entropy(model(texts).flatten(0, 1), labels.flatten()).item()
    weights = {"token.weight": token, "position.weight": position}
    weights |= {"norm.weight": norm[0], "norm.bias": norm[1]}
    weights |= {f"blocks.{i}.gain": gain for i, gain in enumerate(gains)}
    weights |= {"head.weight": token, "head.bias": np.zeros(vocab_size)}
    logits = load(model, weights)(texts).detach().numpy()
    return logits, parameters, first_loss
