"""The tablet app: presenters (no kivy), watching in a process of its own (no kivy), and the kivy screens.

What opens a window calls `app.ui.opening.before_kivy` first.

How a screen is added
---------------------
1. ``app/ui/present/NAME.py``: a presenter without kivy. It makes plain frozen values of what the screen
   shows (words already chosen) and is tested without a window (``tests/app/present/``).
2. ``app/ui/NAME.py``: ``class NamePage(Page)`` (`app.ui.page`) with ``arrive(**what)``, ``leave()``,
   ``refresh()``; it loads its kv file with ``Builder.load_file`` at import.
   ``self.app`` gives ``words`` (`Words`), ``theme``, ``sizes``, ``settings`` (``app.change(look="light")``
   sets and keeps one), ``store``, ``playing``, and ``go(name, **what)``, ``back()``,
   ``ask(title, text, answers, body)`` and ``dismiss()`` for a question over everything.
3. ``app/ui/NAME.kv``: a rule ``<NamePage>`` of the widgets in `app.ui.widgets`, no logic. Words as
   ``app.words('NAME.key')``, colours as ``app.theme.text``, lengths as ``app.sizes.gap``: all of them
   follow at once when language, look, text size or window change. A page begins with ``Header: title: …``.
   Names of kv rules are known to all screens: two classes of one name would get both rules.
4. Words in ``app/locale/LANGUAGE/LC_MESSAGES/NAME.po``, keys beginning with ``NAME.``; ``make locale``.
5. One line in ``PAGES`` of `app.ui.registry`. From there on the screen is in `make screens` and in the tests
   that look for cut text, small targets and overlaps; what it needs to be shown filled is set up in
   ``tests/app/ui/stage.py``.

What is touched is a ``TouchButton``, ``Segmented``, ``Toggle`` or ``CardPicker``: they are 12 mm at least.
Text in a box of given height is a ``Txt`` with ``fit: True``, running text a ``Para`` in a ``Column`` in a
``Scroll``: neither is ever cut. A page never waits: what takes long runs in a thread and comes back by
``kivy.clock.Clock.schedule_once``.
"""
