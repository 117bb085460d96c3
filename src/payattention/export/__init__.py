"""Trained models as ONNX graphs, which run in a browser.

translators   the translators of dates, which the demos of chapters 2, 4 and 5 run
writer        a GPT that writes character by character, for the demo of chapter 6
images        a ViT that reads digits and a small SAM, for the demos of chapter 7
induction     a model of two layers that continues what it has read, for the demo of chapter 8
graph         write any module as a small file

    python -m payattention.export

writes the graphs of the course beside the checkpoints.

    python -m payattention.export gpt MY.pt --to FOLDER

writes a graph of your own GPT, saved by `payattention.experiments.characters.save`. The demo of
chapter 6 can open this graph. Both commands need the packages onnx and onnxscript, of the extra
``export``.
"""
