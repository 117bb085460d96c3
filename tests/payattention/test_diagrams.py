"""Diagrams: what stands in them, that it fits, and what they say of themselves."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import torch

from payattention import plots
from payattention.bleu import bleu

SVG = "{http://www.w3.org/2000/svg}"
TREE = [
    [plots.Beginning("le\n4␣", 0.9, 1, 1)],
    [
        plots.Beginning("d", 0.5, 0, 1),
        plots.Beginning("n", 0.1, 1, 1, survives=False),
        plots.Beginning("m", 0.3, 2, 1),
    ],
    [
        plots.Beginning("décembre\n1999", 0.04, 0, 0, note="greedy"),
        plots.Beginning("mai\n1999", 0.21, 2, 2, note="beam of 2"),
    ],
]
RIGHT = plots.Written("Sunday, May 4, 2026", "dimanche 4 mai 2026", "dimanche 4 mai 2026")
WRONG = plots.Written("Monday, March 31, 1880", "lundi 3 mars 1808", "lundi 31 mars 1880")
WORKED = {
    "X": torch.eye(2), "Q": torch.tensor([[0.0], [5.0]]), "K": torch.tensor([[1.0], [0.0]]),
    "V": torch.tensor([[5.0], [0.0]]), "scores": torch.tensor([[0.0, 0], [3.5355, 0]]),
    "weights": torch.tensor([[0.5, 0.5], [0.9717, 0.0283]]),
    "output": torch.tensor([[2.5], [4.8585]]),
}  # fmt: skip
MATRICES = plots.Matrices(
    ["month", "question"],
    {"Q": torch.tensor([[0.0], [5.0]]), "K": torch.tensor([[1.0], [0.0]])},
)
STEPS = [plots.Step("4", "M", 0.75, "m"), plots.Step("m", "a", 0.5, "a")]
NOUNS, PLACES = {"dog": (1, 3), "man": (2, 1)}, {"p_1": (0, 1), "p_4": (4, 2)}
STAGES = (
    plots.Stage("first", "9 texts", "[CLS] samedi\n[MASK]", "[MASK]", "7 tokens", "novembre"),
    plots.Stage("second", "4 texts", "[CLS] samedi\nnovembre", "[CLS]", "3 languages", "French"),
)
READ = plots.Read(torch.eye(17, 8), torch.eye(17, 8), torch.eye(17, 8), torch.eye(10)[7])
CLICKED = {
    "image": torch.eye(8), "click": (2.0, 5.0), "masks": torch.eye(8)[None] > torch.zeros(3, 1, 1),
    "scores": [0.9, 0.5, 0.1], "names": ["the whole", "a part", "the innermost"],
}  # fmt: skip
EXCHANGED = [
    plots.Exchange("only the day", range(4, 5), {"one": "7", "two": "4"}, {"one": 0.75, "two": 0.1})
]
LAST = plots.Looked("2026", "(0, 0)", 0, 0.25, 7)
LOOKS = (torch.tensor([0.1, 0.7, 0.2]), torch.tensor([0.0, 0, 0, 0, 0.25, 0.75]))
DIAGRAMS = {
    "unrolled": lambda: plots.unrolled(["I", "went", "to", "the", "bank", "to"], seen=5),
    "backwards": lambda: plots.unrolled(["to", "the", "bank"], backwards=True),
    "factors": lambda: plots.unrolled(["x", "y", "z"], backwards=True, factor=0.5),
    "gru_cell": plots.gru_cell,
    "lstm_cell": plots.lstm_cell,
    "gated_cells": plots.gated_cells,
    "thought_vector": plots.thought_vector,
    "mixers": lambda: plots.mixers("RNN", "RNN, both ways"),
    "mixers, direct": lambda: plots.mixers("convolution", "dense", "attention"),
    "misread": lambda: plots.misread([RIGHT, WRONG], order=(0, 2, 1, 3)),
    "one_look": lambda: plots.one_look("May 4", "4 ", "m", torch.tensor([3.0, 1, 2, -1, 0])),
    "exchanges": lambda: plots.exchanges("May 4", "May 7", EXCHANGED),
    "pulls": lambda: plots.pulls({"A": 1.0, "B": 3.0, "C": 5.0}, [0.5, 0.25, 0.25]),
    "asked": lambda: plots.asked([plots.Asked(["a", "May", *"bcde", "month?"], 1, "5")]),
    "soft_lookup": lambda: plots.soft_lookup(
        ("month?", "(0, 5)"), [plots.Looked("May", "(0, 1)", 3.5, 0.75, 5), LAST], 5.5
    ),
    "shuffled": lambda: plots.shuffled(
        {"up down": torch.tensor([[1.0, 2], [3, 4]]), "down up": torch.tensor([[3.0, 4], [1, 2]])},
        "up",
    ),
    "remembered": lambda: plots.remembered(["3", "0", "F", "1", "4"]),
    "remembered, gate": lambda: plots.remembered(["3", "0", "F", "1", "4"], gate=True),
    "offsets": lambda: plots.offsets([plots.Shifted("May 21, 1999", "21 mai 1999", "21")], 5),
    "both_ways": lambda: plots.both_ways(["the", "bank", "of", "the", "river"], at=1),
    "worked_head": lambda: plots.worked_head(["May", "month?"], WORKED),
    "worked_head, made": lambda: plots.worked_head(["May", "month?"], WORKED, MATRICES),
    "decoder_steps": lambda: plots.decoder_steps("May 4", STEPS),
    "two_sentences": lambda: plots.two_sentences(NOUNS, PLACES),
    "clipped_distances": lambda: plots.clipped_distances(["a", "cat", "sat", "up"], reach=1),
    "convolution_heads": lambda: plots.convolution_heads(
        torch.tensor([[1.0, 2], [3, 4]]), torch.tensor([[1.0, -1], [0, 2]])
    ),
    "multi_head": plots.multi_head,
    "head_split": plots.head_split,
    "transformer": plots.transformer,
    "pre_norm": lambda: plots.transformer(pre_norm=True, layers=12, d_model=768),
    "encoder_only": plots.encoder_only,
    "decoder_only": plots.decoder_only,
    "vision_transformer": lambda: plots.vision_transformer(torch.eye(8), READ),
    "sam_parts": lambda: plots.sam_parts(**CLICKED),
    "decoder_step": lambda: plots.decoder_step("May 42", "⊢i ", LOOKS, ("4", 0.9)),
    "fine_tuning": lambda: plots.fine_tuning(*STAGES, layers=2, d_model=8),
    "kv_cache": lambda: plots.kv_cache("If t", ["h", "e"]),
    "waiting": lambda: plots.waiting(recurrent=5128, layer=37),
    "norms": plots.norms,
    "beam_tree": lambda: plots.beam_tree(TREE),
    "shared_ngrams": lambda: plots.shared_ngrams("one cat sat down", "one cat ran down"),
    "two_way": plots.two_way,
    "contrast": lambda: plots.contrast(
        torch.eye(8, 16).expand(4, 8, 16), ["one two", "six", "ten", "a b"]
    ),
    "llama_layer": plots.llama_layer,
    "flash_tiles": plots.flash_tiles,
    "turned_arrows": lambda: plots.turned_arrows([(3, 1), (8, 6)]),
    "rescaled": lambda: plots.rescaled([2, 1, 3, 1], [10, 20, 30, 40]),
    "rollout_paths": lambda: plots.rollout_paths(
        ["[CLS]", "1", "2"], [0.5, 0.25, 0.25], [0.5, 1.0, 0.0], target=1
    ),
    "masked_autoencoder": lambda: plots.masked_autoencoder(torch.eye(8), [1, 6, 9, 14]),
    "shifted_windows": plots.shifted_windows,
    "self_distillation": lambda: plots.self_distillation(torch.eye(8)),
    "shared_heads": lambda: plots.shared_heads(9, 3, (566.2, 188.7)),
    "windows": plots.windows,
    "sums_first": lambda: plots.sums_first([(2, 1), (1, 3)], [10, 20], (1, 2)),
    "induction_steps": plots.induction_steps,
    "assistant": lambda: plots.assistant("one ?", ["two ? three ? four ? five ?", "It is.", "six"]),
    "chat_text": lambda: plots.chat_text(
        [("system", "You are kind. " * 5), ("user", "Why?"), ("assistant", "Because.")]
    ),
    "two_ways_to_prefer": plots.two_ways_to_prefer,
    "replies": lambda: plots.replies(
        {"How are you today?": ("Well.", " and you? " * 20), "Why?": ("", "")}, names=("one", "two")
    ),
}
COLUMN = {"wide": 736, "narrow": 355}  # pixels of the page's column, and of a phone's


def drawings(diagram: plots.Diagram) -> dict[str, ET.Element]:
    narrow = diagram.narrow or diagram.wide
    return {"wide": ET.fromstring(diagram.wide.svg("")), "narrow": ET.fromstring(narrow.svg(""))}


def words(root: ET.Element) -> set[str]:
    return {"".join(text.itertext()) for text in root.iter(f"{SVG}text")}


@pytest.mark.parametrize("name", DIAGRAMS)
def test_letters_are_large_enough_and_everything_lies_inside(name):
    for kind, root in drawings(DIAGRAMS[name]()).items():
        left, top, width, height = map(float, root.get("viewBox").split())
        scale = min(1, COLUMN[kind] / width)
        # Lowered letters are smaller; they repeat what stands beside the figure.
        sizes = [float(text.get("font-size")) for text in root.iter(f"{SVG}text")]
        assert min(sizes) * scale >= 10.95, kind
        for text in root.iter(f"{SVG}text"):
            x, y, size = (float(text.get(name)) for name in ("x", "y", "font-size"))
            long = 0.5 * size * len("".join(text.itertext()))  # at least
            start = {"start": x, "middle": x - long / 2, "end": x - long}[text.get("text-anchor")]
            assert left <= start < start + long <= width, ET.tostring(text)
            assert top <= y - 0.6 * size < y <= top + height, ET.tostring(text)
        for box in root.iter(f"{SVG}rect"):
            x, y, wide, tall = (float(box.get(name)) for name in ("x", "y", "width", "height"))
            assert left <= x < x + wide <= width + 1
            assert top <= y < y + tall <= top + height


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_describes_itself_and_holds_a_drawing_for_phones(name):
    diagram = DIAGRAMS[name]()
    root = ET.fromstring(diagram._repr_svg_())
    assert root.find(f"{SVG}desc").text == diagram.alt
    assert re.fullmatch(r".{60,}\.", diagram.alt)
    assert not re.search(r"[${}^]", diagram.alt)
    held = root.find(f"{SVG}metadata/{SVG}svg")
    assert (held is None) == (diagram.narrow is None)
    assert diagram.narrow or diagram.wide.width <= 360  # a phone shows it as it is
    assert diagram._repr_svg_() == DIAGRAMS[name]()._repr_svg_()  # the same bytes every time


def test_queries_keys_values_and_output_have_their_colours_and_nothing_else_has():
    roles = {plots.BLUE, plots.VERMILION, plots.GREEN, plots.PURPLE}
    for root in drawings(DIAGRAMS["worked_head"]()).values():
        coloured = {"".join(t.itertext())[0]: t.get("fill") for t in root.iter(f"{SVG}text")
                    if t.get("fill") in roles}  # fmt: skip
        assert coloured == {
            "Q": plots.BLUE, "K": plots.VERMILION, "V": plots.GREEN, "o": plots.PURPLE,
        }  # fmt: skip
    for name in (
        "gru_cell",
        "lstm_cell",
        "encoder_only",
        "sam_parts",
        "contrast",
    ):
        model = DIAGRAMS[name]
        assert not roles & set(re.findall(r"#[0-9a-f]{6}", model()._repr_svg_()))


def test_the_matrices_of_a_worked_head_stand_above_their_tables():
    diagram = DIAGRAMS["worked_head, made"]()
    assert "The rows of the matrix of Q are month: 0; question: 5." in diagram.alt
    for root in drawings(diagram).values():
        assert {"WQ", "WK", "month", "question"} <= words(root)
        left = {}
        for text in root.iter(f"{SVG}text"):
            left.setdefault("".join(text.itertext()), float(text.get("x")))
        assert left["WQ"] == left["Q"]
        assert left["WK"] == left["K"]
        assert len(list(root.iter(f"{SVG}rect"))) == 2 * (2 + 3 + 2 + 2 + 1) + 2 * 2


def test_each_step_back_leaves_a_smaller_part_of_the_gradient():
    diagram = DIAGRAMS["factors"]()
    assert "so it is 1, 0.5, 0.25." in diagram.alt
    for root in drawings(diagram).values():
        at = {"".join(t.itertext()): float(t.get("x")) for t in root.iter(f"{SVG}text")}
        assert at["0.25"] < at["0.5"] < at["1"]


def test_steps_of_a_decoder_show_which_part_reads_which():
    diagram = DIAGRAMS["decoder_steps"]()
    assert "A step reads “4”, has 75 % of its weight at “M”, and writes “m”." in diagram.alt
    for drawing in (diagram.wide, diagram.narrow):
        assert {
            ("si−1", "weights αi"), ("the annotations", "weights αi"), ("weights αi", "context ci"),
            ("context ci", "GRU"), ("si−1", "GRU"), ("the letter “4”", "GRU"), ("GRU", "si"),
            ("si", "out"), ("context ci", "out"), ("the letter “4”", "out"),
            ("out", "the letter “m”"), ("si", "weights αi+1"), ("the letter “m”", "GRU"),
            ("out", "the letter “a”"),
        } <= set(drawing.links)  # fmt: skip


def test_one_head_returns_the_same_for_both_sentences_and_two_heads_do_not():
    for root in drawings(DIAGRAMS["two_sentences"]()).values():
        written = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
        assert written.count("(3.5, 3.5)") == 2
        for each in ("(1, 4)", "(6, 3)", "(2, 2)", "(5, 5)"):  # as an input, and as an output
            assert written.count(each) == 2


def test_far_words_have_the_distance_at_which_it_is_clipped():
    for root in drawings(DIAGRAMS["clipped_distances"]()).values():
        cells = list(root.iter(f"{SVG}rect"))
        shades = [float(cell.get("fill-opacity")) for cell in cells]
        assert len(cells) == 16
        assert len(set(shades)) == 3
        assert shades[1] == shades[2] == shades[3] > shades[0]  # distances 1, 2 and 3 share one
        assert {"2 → 1", "3 → 1", "−3 → −1", "0", "1", "−1"} <= words(root)


def test_the_sum_over_heads_is_that_of_the_convolution():
    diagram = DIAGRAMS["convolution_heads"]()
    assert diagram.alt.endswith("2 times −1, 3 times 0, 4 times 2. The sum is 7.")
    for root in drawings(diagram).values():
        assert {"1 × 1", "2 × −1", "3 × 0", "4 × 2", "sum: 7"} <= words(root)


def test_a_worked_head_has_a_cell_for_each_number():
    diagram = DIAGRAMS["worked_head"]()
    assert "output is 4.9." in diagram.alt
    for root in drawings(diagram).values():
        assert len(list(root.iter(f"{SVG}rect"))) == 2 * (2 + 3 + 2 + 2 + 1)
        assert {"May", "month?", "3.5", "0.97", "0.03", "4.9"} <= words(root)


def test_a_transformer_has_its_sublayers_shapes_and_masks():
    diagram = plots.transformer(layers=2, d_model=64, source=27, target=24, vocabulary=48)
    root = drawings(diagram)["wide"]
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert (texts.count("self-attention"), texts.count("cross-attention")) == (2, 1)
    assert (texts.count("feed-forward"), texts.count("LayerNorm"), texts.count("+")) == (2, 5, 7)
    assert {"2 ×", "(27, 64)", "(24, 64)", "(24, 48)", "K", "V", "Q"} <= set(texts)
    pre = drawings(plots.transformer(pre_norm=True))["wide"]
    assert ["".join(t.itertext()) for t in pre.iter(f"{SVG}text")].count("LayerNorm") == 7
    cells = [box for box in root.iter(f"{SVG}rect") if box.get("width") == "7.0"]
    assert len(cells) == 16 + (4 + 3 + 2 + 1)  # one mask is full, the other a triangle


def test_a_gpt_looks_back_and_a_bert_both_ways():
    assert "looks back only" in plots.decoder_only().alt
    assert "looks at all" in plots.encoder_only().alt
    assert "cross-attention" not in words(drawings(plots.decoder_only())["wide"])


def test_a_layer_of_today_has_other_parts_and_the_residual_connections_of_then():
    root = drawings(plots.llama_layer(heads=9, kv_heads=3))["wide"]
    texts = ["".join(t.itertext()) for t in root.iter(f"{SVG}text")]
    assert (texts.count("LayerNorm"), texts.count("RMSNorm"), texts.count("RoPE")) == (2, 2, 2)
    assert (texts.count("+"), texts.count("⊙")) == (2 + 2, 1)
    assert (texts.count("9 × 64"), texts.count("3 × 64")) == (3 + 1, 2)


def test_new_parts_of_a_layer_have_one_colour_and_old_ones_none():
    root = drawings(plots.llama_layer())["wide"]
    named = [("".join(t.itertext()), t.get("fill")) for t in root.iter(f"{SVG}text")]
    assert {colour for _, colour in named} == {plots.INK, plots.OLIVE}
    new = {name for name, colour in named if colour == plots.OLIVE}
    assert new == {"RMSNorm", "WK", "WV", "RoPE", "W1", "SiLU", "⊙", "SwiGLU"}


def test_one_tile_of_the_scores_is_in_fast_memory_and_the_grid_in_none():
    root = drawings(plots.flash_tiles())["wide"]
    rects = [
        (box, float(box.get("y")), float(box.get("height"))) for box in root.iter(f"{SVG}rect")
    ]
    frames = [(y, y + tall) for box, y, tall in rects if box.get("stroke-dasharray") == "6 4"]
    cells = [(box, y, y + tall) for box, y, tall in rects if box.get("width") == "20.0"]
    assert (len(frames), len(cells)) == (2, 16)
    assert [float(box.get("fill-opacity")) for box, *_ in cells].count(0.75) == 1
    assert all(top > max(end for _, end in frames) for _, top, _ in cells)
    assert {"Q", "K", "V", "m", "ℓ", "a"} <= words(root)


def test_two_arrows_the_same_distance_apart_have_the_same_angle_between_them():
    for root in drawings(plots.turned_arrows([(3, 1), (8, 6)], step=20)).values():
        texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
        assert texts.count("30° + 40° = 70°") == 2
        assert {"3 · 20° = 60°", "6 · 20° = 120°"} <= set(texts)


def test_rescaled_sums_give_the_softmax_of_all_scores():
    weights = torch.tensor([1.0, 0, 2, 1]).softmax(dim=0)
    value = (weights * torch.tensor([4.0, 8, 2, 6])).sum().item()
    for root in drawings(plots.rescaled([1, 0, 2, 1], [4, 8, 2, 6])).values():
        assert f"output: a / ℓ = {value:.2f}" in words(root)
    with pytest.raises(ValueError, match="second half of scores"):
        plots.rescaled([3, 0, 2, 1], [4, 8, 2, 6])


def test_shared_heads_have_fewer_keys_and_a_cache_to_the_same_scale():
    for root in drawings(plots.shared_heads(8, 2, (40, 10))).values():
        texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
        assert [texts.count(letter) for letter in "QKV"] == [2 * 8, 8 + 2, 8 + 2]
        bars = [float(box.get("width")) for box in root.iter(f"{SVG}rect")
                if box.get("height") == "9"]  # fmt: skip
        assert bars[0] == 4 * bars[1]
        assert {"cache: 40 MB", "cache: 10 MB"} <= set(texts)


def test_a_window_keeps_few_keys_and_a_sink_adds_the_first():
    root = drawings(plots.windows(n=6, window=2))["wide"]
    cells = [box for box in root.iter(f"{SVG}rect") if box.get("height") == "13.0"]
    assert len(cells) == 21 + (1 + 5 * 2) + (5 * 2 - 1) + 6
    assert [box.get("fill") for box in cells].count(plots.OLIVE) == 6
    assert {"6 keys kept", "2 keys kept", "2 + 1 kept"} <= words(root)


def test_sums_over_the_keys_give_the_output_of_all_weights():
    diagram = plots.sums_first([(1, 0), (1, 2)], [4, 8], (3, 1))
    for root in drawings(diagram).values():
        texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
        assert {"weight 3", "weight 5", "S = (12, 16)", "z = (2, 2)"} <= set(texts)
        assert texts.count("6.50") == 2  # (3 · 4 + 5 · 8) / 8


def test_what_followed_the_first_letter_is_predicted_after_it_came_back():
    root = drawings(plots.induction_steps("abcda"))["wide"]
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert (texts.count("a"), texts.count("b"), texts.count("after a")) == (2, 3, 1)
    with pytest.raises(ValueError, match="text must be"):
        plots.induction_steps("abcdb")


def test_each_stage_of_an_assistant_goes_on_with_the_model_before_and_writes():
    diagram = plots.assistant("why ?", ["who ?", "because", "so"])
    assert "from base model to tuned model" in diagram.alt
    assert "from which answer is better? to assistant" in diagram.alt.replace("\n", " ")
    assert "the tuned model writes “because”" in diagram.alt
    for root in drawings(diagram).values():
        assert {"who ?", "because", "so", "1. pre-training"} <= words(root)


def test_only_the_words_and_the_last_mark_of_the_model_are_coloured():
    chat = plots.chat_text([("system", "kind"), ("user", "why"), ("assistant", "so")])
    for root in drawings(chat).values():
        texts = [("".join(t.itertext()), t.get("fill")) for t in root.iter(f"{SVG}text")]
        own = [text for text, colour in texts if colour == plots.OLIVE]
        assert sorted(own) == ["<|im_end|>", "so", "↓ written by the model"]
        assert [text for text, _ in texts].count("<|im_start|>") == 3


def test_backpropagation_through_time_leads_back_through_every_step():
    diagram = plots.unrolled(["a", "b", "c"], backwards=True)
    texts = words(drawings(diagram)["wide"])
    assert {"× ∂h3/∂h2", "× ∂h2/∂h1", "loss", "a", "b", "c"} <= texts
    assert "from h1 to h2; from h2 to h3; from h3 to loss" in diagram.alt
    assert "∂" not in "".join(words(drawings(plots.unrolled(["a", "b"]))["wide"]))


def test_an_image_becomes_a_token_for_each_patch_and_one_answer():
    diagram = plots.vision_transformer(torch.eye(8), READ)
    shapes = {"8 × 8", "(16, 4)", "positions", "(17, 8)", "[CLS]: (8)", "(10)", "> 99 %"}
    for root in drawings(diagram).values():
        assert shapes <= words(root)
    assert "16 patches" in diagram.alt
    assert "class 7: > 99 %" in diagram.alt
    with pytest.raises(ValueError, match="patch must divide the sides of the image, 8 and 8: 3"):
        plots.vision_transformer(torch.eye(8), READ, patch=3)


def test_the_parts_of_sam_lead_from_the_click_to_every_mask():
    diagram = plots.sam_parts(**CLICKED)
    ends = "from mask decoder to mask of the whole, mask of a part and mask of the innermost"
    assert "from click to prompt encoder" in diagram.alt
    assert ends in diagram.alt
    assert "the whole (score 0.90), a part (score 0.50) and the innermost" in diagram.alt
    for root in drawings(diagram).values():
        areas = [path for path in root.iter(f"{SVG}path")
                 if path.get("fill") == plots.OLIVE and path.get("fill-opacity")]  # fmt: skip
        assert [path.get("d").count("M") for path in areas] == [8, 8, 8]  # a cell in each row


def test_a_step_of_the_decoder_tells_where_the_row_looks():
    diagram = DIAGRAMS["decoder_step"]()
    assert "looks most at “i” (70 %)" in diagram.alt
    assert "most at “2” (75 %) and “4” (25 %)" in diagram.alt
    for root in drawings(diagram).values():
        assert {"weights (3, 3)", "weights (3, 6)", "70", "75", "25"} <= words(root)


def test_a_cache_keeps_all_but_the_last_letter():
    diagram = DIAGRAMS["kv_cache"]()
    assert "keys and values of “If t”, and writes “e”" in diagram.alt
    for root in drawings(diagram).values():
        cells = [
            (box.get("fill"), float(box.get("fill-opacity"))) for box in root.iter(f"{SVG}rect")
        ]
        for colour, kept in ((plots.BLUE, 0), (plots.VERMILION, 3 + 4), (plots.GREEN, 3 + 4)):
            strengths = [strong for fill, strong in cells if fill == colour]
            assert sum(strong > 0.5 for strong in strengths) == 2  # one new letter a step
            assert sum(strong < 0.5 for strong in strengths) == kept
        lines = [path for path in root.iter(f"{SVG}path") if path.get("stroke") == plots.BLUE]
        assert len(lines) == 4 + 5  # from the query of each step to all its keys


def test_the_paths_of_a_rollout_add_up_to_an_entry_of_the_product():
    first, last = np.array([[0.6, 0.2, 0.2], [0.2, 0.7, 0.1], [0.1, 0.1, 0.8]]), [0.6, 0.3, 0.1]
    diagram = plots.rollout_paths(["[CLS]", "1", "2"], last, first[:, 1].tolist(), target=1)
    entry = float((np.array(last) @ first)[1])
    for root in drawings(diagram).values():
        assert {f"together {entry:.2f}", "0.6 · 0.2 = 0.12", "layer 1"} <= words(root)


def test_fine_tuning_takes_over_the_encoder_and_not_the_output_layer():
    diagram = DIAGRAMS["fine_tuning"]()
    assert diagram.alt.count("reads the vector of [CLS]") == 1
    texts = ["".join(t.itertext()) for t in drawings(diagram)["wide"].iter(f"{SVG}text")]
    assert (texts.count("begins at random"), texts.count("begins as pre-trained")) == (2, 1)
    assert texts.count("the embedding,") == 1  # tied weights do not begin at random


def test_wrong_letters_are_marked_and_an_arrow_comes_from_the_misread_word():
    for root in drawings(DIAGRAMS["misread"]()).values():
        marked = [
            "".join(text.itertext())
            for text in root.iter(f"{SVG}text")
            if text.get("fill") == plots.VERMILION
        ]
        assert marked == ["3", "08"]  # a word of another length is wrong as a whole
        lines = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("stroke-width")]
        assert len(lines) == 2 * 2  # a stroke below each of two words, and an arrow
        assert {"right", "should be: lundi 31 mars 1880"} <= words(root)


def test_a_step_shows_scores_weights_and_a_line_as_wide_as_each_weight():
    scores = torch.tensor([3.0, 1, 2, -1, 0])
    weights = scores.softmax(dim=0)
    look = DIAGRAMS["one_look"]()
    assert "“M” 64 %, “y” 23 %, “a” 9 %" in look.alt
    for root in drawings(look).values():
        wide = [float(path.get("stroke-width")) for path in root.iter(f"{SVG}path")
                if path.get("stroke") == plots.GREEN]  # fmt: skip
        expected = [max(10 * weight, 0.6) for weight in weights.tolist() if weight >= 0.005]
        assert wide == pytest.approx(expected, abs=0.06)
        bars = [float(box.get("height")) for box in root.iter(f"{SVG}rect")
                if box.get("fill-opacity") == "0.75"]  # fmt: skip
        assert bars[:4] == pytest.approx([34, 34 / 3, 34 * 2 / 3, 34 / 3], abs=0.06)
        assert bars[4:] == pytest.approx(
            [44 * w for w in weights.tolist() if 44 * w >= 0.5], abs=0.06
        )
        assert {"query: after “…4·”", "context", "writes “m”"} <= words(root)


def test_exchanged_states_are_coloured_and_the_share_is_written():
    for root in drawings(DIAGRAMS["exchanges"]()).values():
        coloured = ["".join(t.itertext()) for t in root.iter(f"{SVG}text")
                    if t.get("fill") == plots.OLIVE]  # fmt: skip
        assert coloured == [
            "s0",
            *"May·7",
            "7",
            "7",
        ]  # another date, its day twice
        assert {"75 %", "10 %", "one", "two", "only the day"} <= words(root)


def test_a_larger_score_moves_the_average_by_its_weight_times_the_distance():
    diagram = DIAGRAMS["pulls"]()
    assert "the value 5 and the weight 0.25, moves it by 0.62." in diagram.alt
    for root in drawings(diagram).values():
        assert {"average 2.50", "50 %", "25 %"} <= words(root)
        assert any(text.endswith("0.50 · (1 − 2.50) = −0.75") for text in words(root))


def test_each_question_leads_to_its_answer():
    for root in drawings(DIAGRAMS["asked"]()).values():
        assert any("5 words to the left" in text for text in words(root))
        assert any(text.startswith("→ 5") for text in words(root))
    for root in drawings(DIAGRAMS["soft_lookup"]()).values():
        assert {"3.5", "0.75", "0.75 ×", "7", "5.5"} <= words(root)


def test_shuffled_words_keep_their_outputs():
    for root in drawings(DIAGRAMS["shuffled"]()).values():
        written = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
        assert [text for text in written if text.startswith("(")] == [
            "(1.0, 2.0)", "(3.0, 4.0)", "(3.0, 4.0)", "(1.0, 2.0)",
        ]  # fmt: skip


def test_a_gate_renews_the_state_at_the_marked_symbol_only():
    for root in drawings(DIAGRAMS["remembered, gate"]()).values():
        written = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
        assert (written.count("F"), written.count("·")) == (1 + 3, 2)  # one is the token
    for root in drawings(DIAGRAMS["remembered"]()).values():
        assert {"2 steps", "→ F"} <= words(root)
    assert all("4 letters" in words(root) for root in drawings(DIAGRAMS["offsets"]()).values())


def test_of_five_layers_the_chains_share_matrices_and_the_dense_layer_has_none_twice():
    four = ("RNN", "RNN, both ways", "convolution", "dense")
    for root in drawings(plots.mixers(*four)).values():
        bold = [path.get("stroke") for path in root.iter(f"{SVG}path")
                if path.get("stroke-width") == "2.6"]  # fmt: skip
        rnn, both, convolution, dense = bold[:5], bold[5:14], bold[14:17], bold[17:]
        assert [len(set(each)) for each in (rnn, both, convolution, dense)] == [2, 3, 3, 5]
        assert len(dense) == 5


def test_the_table_of_images_and_captions_is_dark_on_its_diagonal():
    diagram = plots.contrast(torch.zeros(4, 8, 16), ["one two", "six", "ten", "two"])
    root = drawings(diagram)["wide"]
    cells = [box for box in root.iter(f"{SVG}rect") if box.get("width") == "44.0"]
    dark = [box for box in cells if float(box.get("fill-opacity")) > 0.5]
    assert len(cells) == 16
    assert {(float(box.get("x")) - 322, float(box.get("y")) - 54) for box in dark} == {
        (0, 0), (44, 44), (88, 88), (132, 132),
    }  # fmt: skip
    assert {"one", "two", "six"} <= words(root)
    with pytest.raises(ValueError, match="captions must be 4, one an image, but are 1"):
        plots.contrast(torch.zeros(4, 8, 16), ["one"])


def test_the_bars_of_waiting_operations_have_one_scale_and_say_their_numbers():
    root = drawings(plots.waiting(recurrent=5000, layer=50))["wide"]
    bars = [float(box.get("width")) for box in root.iter(f"{SVG}rect") if box.get("height") == "10"]
    assert bars[0] == pytest.approx(100 * bars[1], rel=0.02)
    assert {"5,000 operations, each waits for the one before", "50 operations"} <= words(root)


def test_both_norms_have_as_many_sublayers_and_pre_norm_has_a_last_layer_norm():
    root = drawings(plots.norms())["wide"]
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    parts = ("self-attention", "feed-forward", "+", "LayerNorm", "at the end")
    assert [texts.count(part) for part in parts] == [2, 2, 4, 5, 1]


def test_a_beam_tree_tells_what_is_dropped_and_colours_the_best_text():
    tree = plots.beam_tree(TREE)
    assert "d 0.50, dropped: n 0.10, m 0.30; then décembre 1999 0.04 (greedy)" in tree.alt
    assert "from le 4␣ to d, n and m; from d to décembre 1999" in tree.alt
    for root in drawings(tree).values():
        assert {"0.04 greedy", "0.21 beam of 2"} <= words(root)
        coloured = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")
                    if text.get("fill") == plots.OLIVE]  # fmt: skip
        assert coloured == ["mai", "1999"]
        boxes = list(root.iter(f"{SVG}rect"))
        assert sum(box.get("stroke-dasharray") is not None for box in boxes) == 1


@pytest.mark.parametrize(
    ("translation", "reference"),
    [
        ("on Saturday the cat sat on the mat", "on Saturday the cat was on the mat"),
        ("the the the the the", "see the cat the dog"),  # it counts no more often than there
    ],
)
def test_the_bars_of_shared_ngrams_are_the_counts_of_bleu(translation, reference):
    shares = bleu([translation.split()], [[reference.split()]]).precisions
    length = len(translation.split())
    counts = [round(share * (length - n)) for n, share in enumerate(shares)]
    for root in drawings(plots.shared_ngrams(translation, reference)).values():
        bars = [box for box in root.iter(f"{SVG}rect") if float(box.get("height")) < 10]
        assert sum(box.get("fill") == plots.BLUE for box in bars) == sum(counts)
        assert len(bars) == sum(length - n for n in range(4))
        assert {f"{count}/{length - n}" for n, count in enumerate(counts)} <= words(root)


def test_shared_ngrams_compares_texts_of_one_length():
    with pytest.raises(ValueError, match="equally many words, but they have 2 and 1"):
        plots.shared_ngrams("two words", "one")
