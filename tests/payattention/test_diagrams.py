"""Diagrams: what stands in them, that it fits, and what they say of themselves."""

import re
import xml.etree.ElementTree as ET

import pytest
import torch

from payattention import plots

SVG = "{http://www.w3.org/2000/svg}"
DIAGRAMS = {
    "unrolled": lambda: plots.unrolled(["I", "went", "to", "the", "bank", "to"], seen=5),
    "backwards": lambda: plots.unrolled(["to", "the", "bank"], backwards=True),
    "gru_cell": plots.gru_cell,
    "lstm_cell": plots.lstm_cell,
    "thought_vector": plots.thought_vector,
    "look_back": plots.look_back,
    "attention_layer": plots.attention_layer,
    "masked": lambda: plots.attention_layer(masked=True, d_model=512),
    "multi_head": plots.multi_head,
    "head_split": plots.head_split,
    "transformer": plots.transformer,
    "pre_norm": lambda: plots.transformer(pre_norm=True, layers=12, d_model=768),
    "encoder_only": plots.encoder_only,
    "decoder_only": plots.decoder_only,
    "patch_embedding": lambda: plots.patch_embedding(torch.eye(8)),
    "sam_parts": plots.sam_parts,
    "two_way": plots.two_way,
    "contrast": lambda: plots.contrast(
        torch.eye(8, 16).expand(4, 8, 16), ["one two", "six", "ten", "a b"]
    ),
    "llama_layer": plots.llama_layer,
    "flash_tiles": plots.flash_tiles,
    "assistant": plots.assistant,
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
    for root in drawings(plots.attention_layer()).values():
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


def test_an_attention_layer_names_its_shapes_and_where_the_arrows_lead():
    layer = plots.attention_layer(d_model=512)
    assert {"(n, 512)", "(n, dk)", "(n, dv)", "scores (n, n)"} <= words(drawings(layer)["wide"])
    assert "from X to Q, K and V; from Q to scores; from K to scores" in layer.alt
    assert "from V to output" in layer.alt
    assert "mask" not in layer.alt
    assert "from scores to mask" in plots.attention_layer(masked=True).alt


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
    assert (texts.count("LayerNorm"), texts.count("RMSNorm"), texts.count("rotate")) == (2, 2, 2)
    assert (texts.count("+"), texts.count("⊙")) == (2 + 2, 1)
    assert (texts.count("9 × 64"), texts.count("3 × 64")) == (3 + 1, 2)


def test_one_tile_of_the_scores_is_in_fast_memory():
    root = drawings(plots.flash_tiles())["wide"]
    cells = [box for box in root.iter(f"{SVG}rect") if box.get("width") == "36.0"]
    assert [float(box.get("fill-opacity")) for box in cells].count(0.75) == 1
    assert {"Q", "K", "V", "m", "ℓ", "o"} <= words(root)


def test_each_stage_of_an_assistant_goes_on_with_the_model_before():
    alt = plots.assistant().alt
    assert "from base model continues texts to tuned model answers" in alt
    assert "from which answer is better? to assistant answers well" in alt


def test_backpropagation_through_time_leads_back_through_every_step():
    diagram = plots.unrolled(["a", "b", "c"], backwards=True)
    texts = words(drawings(diagram)["wide"])
    assert {"× ∂h3/∂h2", "× ∂h2/∂h1", "loss", "a", "b", "c"} <= texts
    assert "from h1 to h2; from h2 to h3; from h3 to loss" in diagram.alt
    assert "∂" not in "".join(words(drawings(plots.unrolled(["a", "b"]))["wide"]))


def test_an_image_becomes_a_token_for_each_patch():
    image = torch.zeros(4, 6)
    image[0, 0] = 1.0
    diagram = plots.patch_embedding(image, patch=2, d_model=32)
    assert {"(6, 4)", "(6 + 1, 32)", "4 × 6 pixels"} <= words(drawings(diagram)["wide"])
    assert "6 patches" in diagram.alt
    with pytest.raises(ValueError, match="patch must divide the sides of the image, 4 and 6: 3"):
        plots.patch_embedding(image, patch=3)


def test_an_arrow_in_proportion_to_each_weight():
    root = drawings(plots.look_back(weights=(0.5, 0.25, 0.25)))["wide"]
    thick = [float(path.get("stroke-width", 0)) for path in root.iter(f"{SVG}path")]
    assert (thick.count(3.0), thick.count(2.0)) == (1, 2)


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
