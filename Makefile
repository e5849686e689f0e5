# Set-up, run, test and measure. Every target does the set-up that it needs; a second call is quick.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
TRAIN_VENV := .venv-train
OPENCV4_VENV := .venv-opencv4
PY := $(VENV)/bin/python
TRAIN_PY := $(TRAIN_VENV)/bin/python
export VIRA_PHOTOS ?= ../shared/photos
export YOLO_OFFLINE := true

RUN_PACKAGES := libgl1 libgl1-mesa-dri libglib2.0-0 libmtdev1
TEST_PACKAGES := $(RUN_PACKAGES) xvfb xauth
DATA_PACKAGES := librsvg2-bin
VOICE_PACKAGES := espeak-ng vorbis-tools

# A real window on a virtual screen, also where there is a display.
XVFB := xvfb-run -a -s "-screen 0 1280x800x24"

.PHONY: help run test test-train test-opencv4 lint data train locale voice screens bench-engine bench-read bench-live bench-app clean

help:
	@echo "make run           set up, then start Vira (SOURCE=camera number, film, folder or address)"
	@echo "make test          every test that needs no torch, ruff, mypy"
	@echo "make test-train    tests of the training side (installs torch)"
	@echo "make test-opencv4  tests of vision on OpenCV 4.12, in an environment of its own"
	@echo "make data          fetch and render the card decks and surfaces that training uses"
	@echo "make train         train detector and reader, export them into models/"
	@echo "make locale        compile the words of the app after a change of a .po"
	@echo "make voice         render the spoken phrases after a change of their words"
	@echo "make screens       every screen in every size and language; the chosen ones into docs/screens"
	@echo "make bench-engine | bench-read | bench-live | bench-app"

run: $(VENV)/run.stamp
	$(PY) -m app.main app $(if $(SOURCE),--source "$(SOURCE)")

test: $(VENV)/dev.stamp lint
	$(PY) -m pytest tests --ignore=tests/vision/training

test-train: $(TRAIN_VENV)/train.stamp
	$(TRAIN_PY) -m pytest tests/vision/training

# The tablet's recipe has OpenCV 4.12; everything else here runs on 5.
test-opencv4: $(OPENCV4_VENV)/stamp
	$(OPENCV4_VENV)/bin/python -m pytest tests/vision --ignore=tests/vision/training

lint: $(VENV)/dev.stamp
	$(PY) -m ruff check .
	$(PY) -m mypy

data: $(VENV)/run.stamp $(VENV)/data.stamp
	$(PY) -m datasets

train: data $(TRAIN_VENV)/train.stamp
	$(TRAIN_PY) -m vision.training

locale: $(VENV)/dev.stamp
	$(PY) -m tools.catalogues

voice: locale
	tools/system_packages.sh $(VOICE_PACKAGES)
	$(PY) -m tools.voice

screens: $(VENV)/dev.stamp
	$(PY) -m tools.screens

bench-engine: $(VENV)/dev.stamp
	$(PY) -m tests.bench.bench_engine

bench-read: $(VENV)/run.stamp
	$(PY) -m tests.bench.bench_read

bench-live: $(VENV)/run.stamp
	$(PY) -m tests.bench.bench_live

bench-app: $(VENV)/dev.stamp
	$(XVFB) $(PY) -m tests.bench.bench_app

$(VENV)/bin/python $(TRAIN_VENV)/bin/python $(OPENCV4_VENV)/bin/python:
	@python=$$(tools/find_python.sh) && { \
	    "$$python" -c "import ensurepip" 2>/dev/null || tools/system_packages.sh python3-venv; \
	    "$$python" -m venv $(@D)/.. && touch $@; }

# The stamps hang on the project file alone: changed requirements are installed at the next call.
$(VENV)/run.stamp: pyproject.toml | $(VENV)/bin/python
	tools/system_packages.sh $(RUN_PACKAGES)
	$(PY) -m pip install --quiet --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml | $(VENV)/bin/python
	tools/system_packages.sh $(TEST_PACKAGES)
	$(PY) -m pip install --quiet --editable ".[dev]"
	@touch $@ $(VENV)/run.stamp

$(VENV)/data.stamp:
	tools/system_packages.sh $(DATA_PACKAGES) $(shell command -v npm >/dev/null || echo npm)
	@touch $@

$(TRAIN_VENV)/train.stamp: pyproject.toml | $(TRAIN_VENV)/bin/python
	tools/system_packages.sh $(RUN_PACKAGES)
	$(TRAIN_PY) -m pip install --quiet --editable ".[train,dev]"
	@touch $@

$(OPENCV4_VENV)/stamp: pyproject.toml | $(OPENCV4_VENV)/bin/python
	tools/system_packages.sh $(TEST_PACKAGES)
	$(OPENCV4_VENV)/bin/python -m pip install --quiet --editable ".[dev]" "opencv-python==4.12.*"
	@touch $@

clean:
	rm -rf build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
