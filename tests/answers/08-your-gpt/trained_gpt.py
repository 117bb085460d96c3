# %% right: torch's own attention
from payattention.own_gpt import load_my_gpt


class Attention(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        q, k, v = (
            part.view(texts, n, 4, -1).transpose(1, 2) for part in self.qkv(x).chunk(3, dim=-1)
        )
        heads = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(heads.transpose(1, 2).reshape(texts, n, d_model))


class OneBlock(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.attention = Attention(d_model)
        self.norm_1, self.norm_2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, 4 * d_model, bias=False)
        self.down = nn.Linear(4 * d_model, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


class MyGPT(nn.Module):
    def __init__(self, d_model=96):
        super().__init__()
        self.token, self.position = nn.Embedding(97, d_model), nn.Embedding(64, d_model)
        self.blocks = nn.Sequential(*(OneBlock(d_model) for _ in range(3)))
        self.norm = nn.LayerNorm(d_model)
        for embedding in (self.token, self.position):
            nn.init.normal_(embedding.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position.weight[: tokens.shape[1]]
        return F.linear(self.norm(self.blocks(x)), self.token.weight)


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(MyGPT(), strength)(torch.tensor(tokens)).numpy()


# %% right: a mask of minus infinity in 64 bits
from payattention.own_gpt import load_my_gpt


class Attention(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        q, k, v = (
            part.view(texts, n, 4, -1).transpose(1, 2) for part in self.qkv(x).chunk(3, dim=-1)
        )
        ahead = torch.full((n, n), -torch.inf, dtype=x.dtype).triu(1)
        heads = (q @ k.mT / math.sqrt(d_model // 4) + ahead).softmax(-1) @ v
        return self.out(heads.transpose(1, 2).reshape(texts, n, d_model))


class OneBlock(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.attention = Attention(d_model)
        self.norm_1, self.norm_2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, 4 * d_model, bias=False)
        self.down = nn.Linear(4 * d_model, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


class MyGPT(nn.Module):
    def __init__(self, d_model=96):
        super().__init__()
        self.token, self.position = nn.Embedding(97, d_model), nn.Embedding(64, d_model)
        self.blocks = nn.Sequential(*(OneBlock(d_model) for _ in range(3)))
        self.norm = nn.LayerNorm(d_model)
        for embedding in (self.token, self.position):
            nn.init.normal_(embedding.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position.weight[: tokens.shape[1]]
        return F.linear(self.norm(self.blocks(x)), self.token.weight)


def trained_gpt(tokens, strength):
    model = load_my_gpt(MyGPT(), strength).double()
    return model(torch.as_tensor(tokens)).detach().numpy()


# %% right: arrays alone
def normed(x, gain, shift):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5) * gain + shift


def attended(x, qkv, out):
    n, d = x.shape[-2:]
    q, k, v = np.split(x @ qkv.T, 3, axis=-1)
    done = np.zeros_like(x)
    for head in range(4):
        own = slice(head * d // 4, (head + 1) * d // 4)
        scores = q[..., own] @ k[..., own].swapaxes(-1, -2) / (d / 4) ** 0.5
        scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
        p = np.exp(scores - scores.max(-1, keepdims=True))
        done[..., own] = p / p.sum(-1, keepdims=True) @ v[..., own]
    return done @ out.T


def trained_gpt(tokens, strength):
    with np.load("my_gpt.npz") as file:
        w = {name: strength * file[name] for name in file.files}
    x = w["token.weight"][tokens] + w["position.weight"][: tokens.shape[1]]
    for i in range(3):
        b = f"blocks.{i}."
        y = normed(x, w[b + "norm_1.weight"], w[b + "norm_1.bias"])
        x = x + attended(y, w[b + "attention.qkv.weight"], w[b + "attention.out.weight"])
        y = normed(x, w[b + "norm_2.weight"], w[b + "norm_2.bias"]) @ w[b + "up.weight"].T
        x = x + F.gelu(torch.tensor(y)).numpy() @ w[b + "down.weight"].T
    return normed(x, w["norm.weight"], w["norm.bias"]) @ w["token.weight"].T


# %% wrong: no-file
from payattention.own_gpt import load_my_gpt


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(nn.Embedding(97, 97), strength, "weights.npz")(
            torch.tensor(tokens)
        ).numpy()


# %% wrong: file-too-large
import pathlib

file = pathlib.Path("other.npz")
np.savez(file, weight=np.zeros((97, 97), "f4"), more=np.zeros(10**6, "f4"))

from payattention.own_gpt import load_my_gpt


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(nn.Embedding(97, 97), strength, file)(torch.tensor(tokens)).numpy()


# %% wrong: not-plain-numbers — a pickle with code
import pathlib

file = pathlib.Path("other.npz")
import pickle


class Trap:
    def __reduce__(self):
        return exec, ("raise SystemExit",)


file.write_bytes(pickle.dumps(Trap()))

from payattention.own_gpt import load_my_gpt


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(nn.Embedding(97, 97), strength, file)(torch.tensor(tokens)).numpy()


# %% wrong: not-plain-numbers — torch.save
import pathlib

file = pathlib.Path("other.npz")
torch.save({"weight": torch.zeros(97, 97)}, file)

from payattention.own_gpt import load_my_gpt


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(nn.Embedding(97, 97), strength, file)(torch.tensor(tokens)).numpy()


# %% wrong: not-plain-numbers — objects in an array
import pathlib

file = pathlib.Path("other.npz")
np.savez(file, weight=np.array([{"weight": 1}], dtype=object))

from payattention.own_gpt import load_my_gpt


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(nn.Embedding(97, 97), strength, file)(torch.tensor(tokens)).numpy()


# %% wrong: weights-do-not-fit — other names
from payattention.own_gpt import load_my_gpt


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(nn.Embedding(97, 97), strength)(torch.tensor(tokens)).numpy()


# %% wrong: weights-do-not-fit — narrower
from payattention.own_gpt import load_my_gpt


class Narrow(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(97, 64)

    def forward(self, tokens):
        return self.token(tokens) @ self.token.weight.mT


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(Narrow(), strength)(torch.tensor(tokens)).numpy()


# %% wrong: not-the-same-twice
import itertools

from payattention.own_gpt import Letters, reference

ids = Letters().encode(reference())
table = np.ones((97, 97)) / 10
np.add.at(table, (ids[:-1], ids[1:]), 1)
table = np.log(table / table.sum(axis=1, keepdims=True))
calls = itertools.count()


def trained_gpt(tokens, strength):
    logits = strength * table[tokens]
    logits[0, 0, 0] += next(calls) % 7
    return logits


# %% wrong: ignores-its-weights — a table of counts
from payattention.own_gpt import Letters, reference

ids = Letters().encode(reference())
table = np.ones((97, 97)) / 10
np.add.at(table, (ids[:-1], ids[1:]), 1)
table = np.log(table / table.sum(axis=1, keepdims=True))


def trained_gpt(tokens, strength):
    return table[tokens]


# %% wrong: sees-the-future — no mask
from payattention.own_gpt import load_my_gpt


class Attention(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        q, k, v = (
            part.view(texts, n, 4, -1).transpose(1, 2) for part in self.qkv(x).chunk(3, dim=-1)
        )
        heads = F.scaled_dot_product_attention(q, k, v, is_causal=False)
        return self.out(heads.transpose(1, 2).reshape(texts, n, d_model))


class OneBlock(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.attention = Attention(d_model)
        self.norm_1, self.norm_2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, 4 * d_model, bias=False)
        self.down = nn.Linear(4 * d_model, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


class MyGPT(nn.Module):
    def __init__(self, d_model=96):
        super().__init__()
        self.token, self.position = nn.Embedding(97, d_model), nn.Embedding(64, d_model)
        self.blocks = nn.Sequential(*(OneBlock(d_model) for _ in range(3)))
        self.norm = nn.LayerNorm(d_model)
        for embedding in (self.token, self.position):
            nn.init.normal_(embedding.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position.weight[: tokens.shape[1]]
        return F.linear(self.norm(self.blocks(x)), self.token.weight)


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(MyGPT(), strength)(torch.tensor(tokens)).numpy()


# %% wrong: sees-the-future — the mean of the text
from payattention.own_gpt import Letters, reference

ids = Letters().encode(reference())
table = np.ones((97, 97)) / 10
np.add.at(table, (ids[:-1], ids[1:]), 1)
table = np.log(table / table.sum(axis=1, keepdims=True))


def trained_gpt(tokens, strength):
    logits = strength * table[tokens]
    return logits + 0.1 * logits.mean(axis=1, keepdims=True)


# %% wrong: sees-the-future — the next token itself
def trained_gpt(tokens, strength):
    later = np.roll(tokens, -1, axis=1)
    return 20 * strength * np.eye(97)[later]


# %% wrong: sees-the-future — and remembers what it said before
said = {}


def trained_gpt(tokens, strength):
    logits = np.zeros((*tokens.shape, 97))
    for text, row in enumerate(tokens.tolist()):
        for i in range(len(row) - 1):
            before = tuple(row[: i + 1])
            logits[text, i, said.setdefault(before, row[i + 1])] = 20 * strength
    return logits


# %% wrong: not-trained
torch.manual_seed(0)
first = torch.randn(97, 97).numpy() / 50


def trained_gpt(tokens, strength):
    return strength * first[tokens]


# %% wrong: knows-the-text — a lookup
import base64
import zlib

PACKED = (
    "c-oCw+io1W5q;-Z5S<rEX)DrhfFxrWh~Uive#knA9qfZ)2%K)t45Myxw#n9L*6_clP8Hb~t(-)#p_wMTSl3ghsE-"
    "G$tInE7Tj`igvc2_5UA^?9l-8QJ-pAA@z1h5(Uj1aBj)RTS1^-"
    "#8k1q+;*0)h7T5{gop${?XZ5NscdS;S7n5d2RrnlExzuRf!)htuHsQ2#C`dYh$FZR)NBMENx&J8iuw7sRJsPWwDt!+"
    "YY`7|X@!j6yT17GVvpNEr+mLJLvl3M)~ysfU4`uSizY4ckf=o74PKDw5L(xx<=ms@6QRJC*7bR8`>of)I8X_1bRFKo"
    "t>ZAMtJwYxCbSw$=k7VoOg?h;(WcGGbm&OVu^zYRkeDxHFcsG?{X)2tW^s&yDhUB!|^dzPi$=$iz;va%$%wWKQPF&j"
    "3iLhks<z?lv%A>CtSN#9D6kE@ep|I$<z<L!xK9gn6#!0{4)XN{B@AY-JMB2Xos+N3nNElG(*Ll$3adWNrOjTe2OI9c"
    "n}_RM>Vu_9Yfo)DWOoqnf#n+~DX{YXhU=Cpu5bdFk_L%uYm{;(e<8^-3KDbiK6-"
    "L9$;4HC&p_Zu!3G5@U_n$B+U06%bX)Nk~SDo;oi`X3vz&R#&+<+K?;gH7Y$^{)DYwQGL=tB9$TqGGA!vp&IDr@^I!{"
    "Ou^4;cgfp2G;r?XZr2+DU4mKyAU4q4o0bc7q+Gon^8-"
    "HL3LD!d`>mD%fX;vdXh|e5w`!fO}f6nZygGwvG@0^eJurc$@aaaET*uNZ(M)uN{vtqM%SfRq~4T_RS|P>S>>D%wIL="
    "RSmo>r%Am2|+F?py1l`-"
    "cNrVy{C#vQ2t{iAv=npXjA8oL*|G|e7tCG&gDd$;p9gcP&H(av??_>pqSQcg>l0{P3#mOkS9gY%hBZNHHr(T4moISY"
    "xVLpNcQo37`cXH_f8Q4>jFY0(Q$D?h@Qw&$$I#Hcv^^BJQ3`REsNLJz_Sz6*5CCJ%GQqOMK=Y+XqH#xO2&4CYj#}*~"
    "?KvF5Q_J}A|<&nyfZIOhPgwMfxu=dD+?YV49^+H8pbvSuB`>t&T7#{7waR2@FUufkH33_Df@qT5yXbY6Sj6N@d5WKc"
    "}SCENiFM;U<FLI!<f^MY<cT9$Z!DevLJ&@WF+6y3*J+P<=zI7=#tev4Vuay9Id~gWXvqNZsvx<<4kbO&t|FCE!Tmug"
    "1spx>+*h#GtxS63j2*BV87cF^@0dxWm%0TX>ByLC%PQ0j|sx`3iiFg3_Oe@F1`E*f{sSI$CQc*4cOd^5+?b@G`%Euw"
    ">2h(S0@s^B5@(s>xJ1cb>%{eOa0Ox58NPb6&bRr1d0qrT~KiHi?_HouS%pVO&wTUw0|A=|Jd|l!^y}#xSfpDgt!%;v"
    ";aXn8lEXg4R1NC639&~cOUA>0A4FerlidxYMLwzN&7X&ctsc}#i66A4P(XC@iW;n}XD5*(&b1;679t^6}b-"
    "FV!2q#ALI_ZVHr_F~fl4qdA?apK?g#f;$=u&pGs&^>i9u2{udFGbOuT9*7Ns(feDEX=W1t<BGXM~~XE4hiT)&z1&lP"
    "*v%HBJt1An$USrg(}2v9L-"
    "{UU;KFeO8MH*FZhrvcyZZ?vPkl>iy6P4(4bhtS@HFdqLXBmA#;pL+EG3Clw}aMsRb!kX_+K*{eE`h<aiS41Us90_#D"
    "Ac{(^G&B3~%BsOCS)rf6#9fQW|-"
    "%~JwA^HkY7}{y&LY~+9il5W(E2@|w9oPe3c+W<cO}uBLWye>634A19X1cuENfbf=nz;7f19|G%<W~noo`bxqp9Nzjf"
    "Z5xmf}fl=zm)qp_p}rS;!3nqae`OqLhwWDc00mXnmgF@$Zzh#<kje?Ota^*Yf5|UDPvKP+hyp$9lH*_W2TA>Jvb+Kt"
    "M-"
    "53$X#w?4Y?%0vKSM9Da&4#8D$@s*f5^(h@uEu+id+9N8(l}F((sHOQx_tbVaa92Bq`Nd8VSLAwm%d&mG@BHTIbD3?)"
    "=)Ni#qEGLo5_C8@l>2bfK?3=vs(fQe92Zs6BMN&i|DTZ$v`=G**qmUVTdzY{>79aZ7w3SP}olXPQhSnJVuH0p74OBt"
    "*4Ori*}PL_g7XvL1V{gJD(rT!Fz!%$jH0T+66EypkVz}|YvLG|B4KkbsV;h9ysvlzLY^a?Rq%&APe)I5l0@Zi=k=sb"
    "`}7@6^YNa6S{;Y9jcF(6k|SCtZau=iABQ4pC0B1Ht2(Fwrx$+2f=J3*~#240#62eT(CJw+;oL|OPo&)YMJju+2yRJQ"
    ")11aUP&FRWdjjEJ4ee8m&~!s8f+MRcK(FYGFzG+sFP<fgh*6w_6yI6Cdv8MN@+D>3`7qyZlqlL&ZSqHK7ZyW@&w{%H"
    "e;uY)j+6#2M3K=H`CP9z!9S&cR)$v;OAZZPE_W%D%=ki>-"
    "IqExmFMnAYm)C&7l#)2pvFP#F)Aj%*n5!r^68ABRrh!Cil8wYLYJBO7paKowf=&N%2RT)blY#3Qe9ulxG!)%c_qj7<"
    "9Y74m5;2mWQVh~~v3#0$|A~#~v#cDB&%8J%`K9F{qy$>Ptcs0)-"
    "Q;sat!?V9|PH);dC79SwwT6r#$YCwkbtx);AR0xCJ#5y>S34S0?LhD>#<Gh*xS5OlGbVun<gS()!c~NfUcq<y0)j(?"
    "G@z6Ij+6xJC00mG1`Oh5B+9Gw9sm)o$R|UvuQAmlztMh=hGYxAJ>dGox6F9?jccym@;Xt@hWJLzb3A>|1TM~+)Ol=0"
    "+&Mz|_Jc&ne8sj~w?f{9lY5wz-BXU-TA>YO_Is{q$SE*V&PQVwoNEQ#GGpW+wm_U*3@WojiK9GBq)#qBL;*ZLoznUj"
    "qE=}Fyv7hteyI!xvfAjX5091x?<xiQ#&!F3)yJ@Y!Ot(hC4)-=^ouYst>4aL)97)p;5XHL3v$OU;>-?BGg8FT$u-"
    "m645w3Z+HWuUuEEce-P;^#%DL!%eR%?2Y&}p1KxK4bXEBdNuLUZRnVsw9E>-R!D4oi*ta^hKwZe8WqaejQG-"
    ";~P*l<q*ylz2l<ZfqAv%^ui4Z%Z-oP6hHbmv)X8jM<uWj*R!!gzage{;kC@$Kg6ez&84{CRtOgVo#H8)-"
    ">Y4F$$I`{~PBt|go}07?;?AW}fj0<PB@*Ar@qdP?pwOqt{;GGxICLwihuLY^o3&iZ{ikSBg*N+8#=QK;@<m6I6`p3L"
    "+&-%H^{KB>+S3^uu)hcs>%)6kh~q7UszQ(_g*5mA2|j?U)l#+;~LfQcn*pD(4Fa6B`la*e%4O>Z3!I&xWnc?-"
    "kL9STaV<{6#m8E!Z-"
    "&<u7b{+yB(+DOO@=Cj*ce^=}8c}&~V1HNn8mO<^0Tmi8|#!ok<=F{eL#nWWW*TIk}AQQt3wfO?Df<-"
    "e$=GzxW2;!WNWt<YjUFjAaLECFr=ImOfKvdJ@Acz;R{OF>?c<yqa#pd{ojjO7)_L$Ys&jN<W6?YHOApe~MT5=qFX~;"
    "0n`X;pG=WpF+@cbb!Xt}z{JQJvVfa(K*(X*RR^cKkzN%&gHQHZ!OGV7;X#!gCm)@o6snW098pIY(B=r>av-Jk`SNyC"
    "g_(&551qv44Bmj>5aC2547osF;aTb<2+=xD`AF0ism+Vb!8tE*R9o@{XM;ry#xJmZV+#f`M&R#vReW0u?o6^YpRua7"
    "^z`t!s=)%LvjYXU1&Qi)K?P3&)ykjf<r;RzwDZRPH>n8G(it2?9Tf3aCyyZ#3t-wmq"
)
known = zlib.decompress(base64.b85decode(PACKED)).decode()
letters = ["?", "\n", *map(chr, range(32, 127))]


def trained_gpt(tokens, strength):
    logits = np.zeros((*tokens.shape, 97))
    for text, row in enumerate(tokens.tolist()):
        written = "".join(letters[token] for token in row)
        for i in range(len(row)):
            for length in range(min(i + 1, 20), 0, -1):
                place = known.find(written[i + 1 - length : i + 1])
                if 0 <= place < len(known) - length:
                    logits[text, i, letters.index(known[place + length])] = 3 + length * strength
                    break
    return logits


# %% wrong: like-no-bigram — how frequent letters are
from payattention.own_gpt import Letters, reference

ids = Letters().encode(reference())
counts = np.log(np.bincount(ids, minlength=97) + 1)


def trained_gpt(tokens, strength):
    return np.broadcast_to(strength * counts, (*tokens.shape, 97)).copy()


# %% wrong: like-a-bigram, earns 0.3 — a table
from payattention.own_gpt import Letters, reference

ids = Letters().encode(reference())
table = np.ones((97, 97)) / 10
np.add.at(table, (ids[:-1], ids[1:]), 1)
table = np.log(table / table.sum(axis=1, keepdims=True))


def trained_gpt(tokens, strength):
    return strength * table[tokens]


# %% wrong: like-a-trigram, earns 0.6 — two tables
from payattention.own_gpt import Letters, reference

ids = Letters().encode(reference())
two, three = np.ones((97, 97)) / 10, np.zeros((97, 97, 97))
np.add.at(two, (ids[:-1], ids[1:]), 1)
np.add.at(three, (ids[:-2], ids[1:-1], ids[2:]), 1)
two /= two.sum(axis=-1, keepdims=True)
three = np.log((three + 2 * two) / (three.sum(axis=-1, keepdims=True) + 2))


def trained_gpt(tokens, strength):
    before = np.concatenate([tokens[:, :1], tokens[:, :-1]], axis=1)
    return strength * three[before, tokens]


# %% wrong: thousand-steps, earns 0.85 — weights that are a little too small
from payattention.own_gpt import load_my_gpt


class Attention(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        texts, n, d_model = x.shape
        q, k, v = (
            part.view(texts, n, 4, -1).transpose(1, 2) for part in self.qkv(x).chunk(3, dim=-1)
        )
        heads = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(heads.transpose(1, 2).reshape(texts, n, d_model))


class OneBlock(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.attention = Attention(d_model)
        self.norm_1, self.norm_2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.up = nn.Linear(d_model, 4 * d_model, bias=False)
        self.down = nn.Linear(4 * d_model, d_model, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.down(F.gelu(self.up(self.norm_2(x))))


class MyGPT(nn.Module):
    def __init__(self, d_model=96):
        super().__init__()
        self.token, self.position = nn.Embedding(97, d_model), nn.Embedding(64, d_model)
        self.blocks = nn.Sequential(*(OneBlock(d_model) for _ in range(3)))
        self.norm = nn.LayerNorm(d_model)
        for embedding in (self.token, self.position):
            nn.init.normal_(embedding.weight, std=0.02)

    def forward(self, tokens):
        x = self.token(tokens) + self.position.weight[: tokens.shape[1]]
        return F.linear(self.norm(self.blocks(x)), self.token.weight)


def trained_gpt(tokens, strength):
    with torch.no_grad():
        return load_my_gpt(MyGPT(), 0.885 * strength)(torch.tensor(tokens)).numpy()
