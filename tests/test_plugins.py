"""Games that other packages bring: found without running them, played and printed like ours, named when broken."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from pnp import catalog
from pnp.build.manifest import inputs_digest
from pnp.build.options import BuildOptions
from pnp.catalog import Home
from pnp.definition.load import load_game

TOY = Path(__file__).parent / "toy"
CONTRACT = """
from pnp.engine.requirements import Need

def requirements(self, setup):
    cards = (piece for piece in self.kit.pieces(setup.players) if piece.part == "card")
    needs = (Need(card.id, "card", 1, "the tests") for card in cards)
    return Requirements((*needs, Need("highcard/coin", "coin", 4 * setup.players, "the tests")))

HighCard.requirements = requirements

def odds(kit, setup):
    return ()

bounds = proofs = odds
"""
BOOK = """\
{{ front(["highcard/rank-1", "highcard/rank-4"], "#7a2e17") }}

# What is in the box

There are {{ count("highcard/coin") }} coins.

# Rules

{{ rule("T.1") }}

{{ rule("T.2") }}
"""


@pytest.mark.parametrize("file", ["faces.py", "art/ground.png", "art/sign.ttf"])
def test_what_a_plug_in_draws_with_is_looked_at_for_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    shutil.copy(TOY / "game.toml", tmp_path)
    shutil.copy(TOY / "cards.csv", tmp_path)
    game, path = load_game(tmp_path), tmp_path / file
    path.parent.mkdir(exist_ok=True)
    monkeypatch.setattr(
        "pnp.build.manifest.origin", lambda folder, name: Home("highcard", tmp_path, "highcard", "the plug-in")
    )
    digests = []
    for content in (b"one", b"two", b"two"):
        path.write_bytes(content)
        digests.append(inputs_digest(game, BuildOptions()))
    assert digests[0] != digests[1] == digests[2]


class Site:
    """A folder on the path into which packages are installed, as pip leaves them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, package: str, games: str, version: str = "1.2") -> Path:
        info = self.folder / f"{package}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[pnp.games]\n{games}\n")
        return info

    def write_toy(self, package: str) -> Path:
        folder = self.folder / package
        folder.mkdir()
        for name in ("game.toml", "cards.csv", "rulings.toml"):
            shutil.copy(TOY / name, folder)
        (folder / "__init__.py").write_text("raise SystemExit('run to find it')\n")
        (folder / "referee.py").write_text((TOY / "highcard.py").read_text(encoding="utf-8") + CONTRACT)
        return folder

    def pnp(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pnp", *arguments], capture_output=True, text=True, cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
        )  # fmt: skip


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


@pytest.fixture
def toy(site: Site) -> Path:
    folder = site.write_toy("pnp_highcard")
    site.install("pnp_highcard", "highcard = pnp_highcard")
    return folder


def test_a_plug_in_is_listed_and_none_of_its_code_is_run(site: Site, toy: Path) -> None:
    done = site.pnp("list", "--json")
    assert not done.returncode and not done.stderr
    assert [game["name"] for game in json.loads(done.stdout)["games"]][-1] == "highcard"
    assert "High Card 1.0, 2 to 3 players" in site.pnp("show", "highcard").stdout


def test_a_plug_in_is_printed_played_and_proved(site: Site, toy: Path) -> None:
    (toy / "__init__.py").write_text("")
    assert not site.pnp("build", "highcard", "--paper", "a4").returncode
    assert (site.folder / "output" / "highcard" / "manifest.json").is_file()
    played = site.pnp("play", "highcard", "--seed", "4", "--record", "play.jsonl")
    assert not played.returncode and "wins" in played.stdout
    assert not site.pnp("replay", "play.jsonl").returncode
    proved = site.pnp("validate", "highcard", "--games", "20", "--json")
    report = json.loads(proved.stdout)
    assert report["ok"] and report["games"] == 20 and report["demand"]["highcard/coin"]["have"] == 12, report


@pytest.mark.slow
def test_a_plug_in_brings_a_rulebook(site: Site, toy: Path) -> None:
    (toy / "__init__.py").write_text("")
    (toy / "templates" / "rules").mkdir(parents=True)
    book = toy / "templates" / "rules" / "highcard.md"
    book.write_text(BOOK)
    done = site.pnp("rules", "highcard", "--format", "md")
    assert not done.returncode, done.stderr
    text = (site.folder / "output" / "highcard" / "highcard-rules.md").read_text()
    assert "There are 12 coins." in text and "secretly stakes up to two coins" in text
    book.write_text(BOOK.replace("count(", "number_of("))
    broken = site.pnp("rules", "highcard")
    assert broken.returncode == 1 and "error: rules/highcard.md:5: template: 'number_of' is undefined" in broken.stderr


@pytest.mark.slow
def test_a_build_is_made_again_when_its_plug_in_changes(site: Site, toy: Path) -> None:
    (toy / "__init__.py").write_text("")
    first, second = site.pnp("build", "highcard"), site.pnp("build", "highcard")
    (toy / "referee.py").write_text((toy / "referee.py").read_text() + "# another version\n")
    third = site.pnp("build", "highcard")
    assert "nothing has changed" not in first.stderr + third.stderr and "nothing has changed" in second.stderr


def test_artists_of_plug_ins_draw_their_games(site: Site, toy: Path) -> None:
    (toy / "__init__.py").write_text("")
    (toy / "faces.py").write_text("def artist(game, style):\n    raise KeyError('no brush')\n")
    done = site.pnp("build", "highcard")
    assert done.returncode == 70 and not (site.folder / "output").exists()
    assert "fault in the plug-in pnp_highcard 1.2: KeyError: 'no brush'" in done.stderr and "Trace" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "code", "command", "told"),
    [
        ("faces", "import no_such_brush", "build", "pnp_highcard.faces cannot be imported (ModuleNotFoundError"),
        ("faces", "", "build", "pnp_highcard.faces has no artist"),
        ("referee", "raise SystemError('x\\ny')", "play", "referee cannot be imported (SystemError: x y)"),
        ("referee", "def odds(): pass", "validate", "referee has no referee, sensible_player, bounds, proofs"),
        ("referee", "def odds() pass", "play", "referee cannot be imported (SyntaxError"),
    ],
)
@pytest.mark.sample(2)
def test_broken_code_is_named_with_its_makers(
    site: Site, toy: Path, module: str, code: str, command: str, told: str
) -> None:
    (toy / "__init__.py").write_text("")
    (toy / f"{module}.py").write_text(code)
    done = site.pnp(command, "highcard")
    assert done.returncode == 1 and (done.stdout + done.stderr).count("\n") == 1, done.stderr
    assert done.stderr.startswith("error: the plug-in pnp_highcard 1.2: plug-in: ") and told in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "told"),
    [
        ("whispers = pnp_highcard", "whispers is a game that comes with pnp, and nothing takes its place"),
        ("gone = no_such_package", "there is no package 'no_such_package' with a game.toml for 'gone'"),
        ("gone = no_such_package.inner", "there is no package 'no_such_package.inner' with a game.toml for 'gone'"),
        ("lowcard = pnp_highcard", "it calls its game 'lowcard', but game.toml says name = 'highcard'"),
    ],
)
@pytest.mark.sample(2)
def test_plug_ins_that_cannot_be_used_are_named_and_the_others_listed(
    site: Site, toy: Path, games: str, told: str
) -> None:
    site.install("other", games)
    done = site.pnp("list", "--json")
    assert not done.returncode and done.stderr.count("\n") == 1
    assert done.stderr.startswith("warning: the plug-in other 1.2: plug-in: ") and told in done.stderr
    assert [game["name"] for game in json.loads(done.stdout)["games"]].count("whispers") == 1
    assert "High Card" in done.stdout
    if games.startswith("whispers"):
        assert "Whispers" in site.pnp("show", "whispers").stdout, "not shadowed"
    else:
        missing = site.pnp("show", games.split()[0])
        assert missing.returncode == 3 and "there is no game" in missing.stderr


def test_two_plug_ins_of_one_name_are_both_left_out(site: Site, toy: Path) -> None:
    site.install("other", "highcard = pnp_highcard")
    done = site.pnp("show", "highcard")
    assert done.returncode == 3 and done.stderr.count("2 plug-ins bring a game 'highcard'") == 2


@pytest.mark.slow
def test_a_definition_with_mistakes_leaves_the_list_of_others(site: Site, toy: Path) -> None:
    definition = toy / "game.toml"
    definition.write_text(definition.read_text().replace('diameter = "20mm"', 'diameter = "20"'))
    done = site.pnp("list")
    assert not done.returncode and "whispers" in done.stdout and "error: highcard: " in done.stderr
    assert site.pnp("show", "highcard").returncode == 1


RAISES = [
    "import sys; sys.exit(0)",
    "raise SystemExit('no')",
    "raise KeyboardInterrupt",
    "class Odd(BaseException): pass\nraise Odd",
    "raise GeneratorExit",
    "raise MemoryError",
    "def f(): f()\nf()",
    "import no_such_module",
    "1 / 0",
    "def f(:",
    "print('hello'); raise ValueError('\\x1b[2J')",
]


def all_of_it_works(site: Site, faults: tuple[str, ...]) -> None:
    """The list, a game by name, the description of one: none of them is touched by a plug-in that is broken."""
    listed = site.pnp("list", "--json")
    games = [game["name"] for game in json.loads(listed.stdout)["games"]]
    assert listed.returncode == 0 and "whispers" in games, listed.stderr
    assert listed.stderr.count("\n") == len(faults) and "Traceback" not in listed.stderr, listed.stderr
    assert all(fault in listed.stderr for fault in faults), listed.stderr
    assert listed.stderr.isprintable() or set(listed.stderr) - {"\n"} <= set(filter(str.isprintable, listed.stderr))


BROKEN = [
    # The entry point, what is put beside it, and what is said of it.
    ("foo =", "there is no package '' with a game.toml for 'foo'"),
    ("foo = .", "there is no package '.' with a game.toml for 'foo'"),
    ("foo = no_such_package", "there is no package 'no_such_package' with a game.toml for 'foo'"),
    ("foo = os", "there is no package 'os' with a game.toml for 'foo'"),
    ("foo = ../../etc", "there is no package '../../etc' with a game.toml for 'foo'"),
    ("foo = a b:c [d]", "there is no package 'a b' with a game.toml for 'foo'"),
    ("\x1b[2J = no_such_package", "there is no package 'no_such_package' with a game.toml for '\\u001b[2J'"),
    ("foo bar \u0142 = empty", "there is no package 'empty' with a game.toml for 'foo bar \u0142'"),
    ("foo = empty", "there is no package 'empty' with a game.toml for 'foo'"),
    ("foo = packed", "there is no package 'packed' with a game.toml for 'foo'"),
    ("foo = odd", "it calls its game 'foo', but game.toml says name = "),
    ("foo = nested", "it calls its game 'foo', but game.toml says name = "),
    ("no equals sign", "its entry_points.txt cannot be read (TypeError)"),
    ("whispers = empty", "whispers is a game that comes with pnp"),
]


@pytest.mark.slow
def test_entry_points_that_name_nothing_that_can_be_used(site: Site) -> None:
    (site.folder / "empty").mkdir()
    for name, text in (("odd", "name = [1]"), ("nested", "name = " + "[" * 100_000)):
        (site.folder / name).mkdir()
        (site.folder / name / "game.toml").write_text(text)
    with ZipFile(site.folder / "packed.zip", "w") as packed:
        packed.writestr("packed/__init__.py", "")
        packed.writestr("packed/game.toml", "name = 'foo'")
    (site.folder / "packed.pth").write_text(str(site.folder / "packed.zip"))
    for at, (point, _) in enumerate(BROKEN):
        # A name that two have is another fault.
        site.install(f"broken{at}", point.replace("foo", f"foo{at}"))
    faults = tuple(f"broken{at} 1.2: plug-in: {said.replace('foo', f'foo{at}')}" for at, (_, said) in enumerate(BROKEN))
    all_of_it_works(site, faults)
    shown = site.pnp("show", "foo0")
    assert shown.returncode == 3 and "there is no package '' with a game.toml for 'foo0'" in shown.stderr


@pytest.mark.slow
def test_packages_that_are_broken_themselves(site: Site, toy: Path) -> None:
    (site.install("nameless", "one = no_package") / "METADATA").unlink()
    (site.install("folder", "two = no_package") / "METADATA").unlink()
    (site.folder / "folder-1.2.dist-info" / "METADATA").mkdir()
    (site.install("gibberish", "") / "entry_points.txt").write_bytes(b"\xff\xfe[pnp.games]")
    (site.install("endless", "") / "METADATA").write_bytes(b"\xff" * 100)
    (site.install("other", "") / "entry_points.txt").write_text("[other.group]\nthis is no concern of ours\n")
    (site.install("bare", "") / "entry_points.txt").unlink()
    all_of_it_works(site, ("for 'one'", "for 'two'", "gibberish 1.2: plug-in: its entry_points.txt cannot be read"))
    assert "High Card 1.0" in site.pnp("show", "highcard").stdout


@pytest.mark.parametrize("code", ["raise KeyboardInterrupt", "print('hello'); raise SystemExit(0)"])
def test_none_of_the_code_of_a_plug_in_is_run_to_find_games(
    site: Site, pnp_here: Callable[..., subprocess.CompletedProcess[str]], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    (site.write_toy("noisy") / "__init__.py").write_text(code)
    site.install("noisy", "highcard = noisy\nlowcard = noisy.inner")
    monkeypatch.syspath_prepend(str(site.folder))
    monkeypatch.setattr("pnp.catalog._plugs", catalog._plugs.__wrapped__)
    listed, shown = pnp_here("list"), pnp_here("show", "highcard")
    assert (listed.returncode, shown.returncode) == (0, 0)
    assert listed.stderr.count("\n") == 1 and "there is no package 'noisy.inner' with a game.toml" in listed.stderr
    assert "highcard" in listed.stdout and "hello" not in listed.stdout + listed.stderr


@pytest.mark.parametrize("code", RAISES)
@pytest.mark.sample(3)
def test_whatever_a_plug_in_raises_is_told_of_it(
    site: Site, pnp_here: Callable[..., subprocess.CompletedProcess[str]], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    package = f"raises{RAISES.index(code)}"
    folder = site.write_toy(package)
    (folder / "__init__.py").write_text("")
    (folder / "faces.py").write_text(code)
    site.install(package, f"highcard = {package}")
    monkeypatch.syspath_prepend(str(site.folder))
    monkeypatch.chdir(site.folder)
    monkeypatch.setattr("pnp.catalog._plugs", catalog._plugs.__wrapped__)
    built = pnp_here("build", "highcard", "--json")
    lines = [line for line in built.stderr.splitlines() if line != "hello"]
    assert (built.returncode, len(lines)) == (1, 1), built.stderr
    assert lines[0].startswith(f"error: the plug-in {package} 1.2: plug-in: {package}.faces cannot be imported (")
    assert [finding["code"] for finding in json.loads(built.stdout)["findings"]] == ["plug-in"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("faces.py", "raise SystemExit(0)"),
        ("faces.py", "def artist(game, style):\n    raise SystemExit(0)"),
        ("faces.py", "def artist(game, style):\n    raise KeyError('no brush')"),
        ("game.toml", "name = 'highcard'"),
    ],
)
def test_a_broken_plug_in_is_left_out_of_all(site: Site, toy: Path, file: str, code: str) -> None:
    (toy / "__init__.py").write_text("")
    (toy / file).write_text(code)
    built = site.pnp("build", "--all", "--json", "--only", "cards")
    assert built.returncode == 0, built.stderr
    assert "warning: the plug-in pnp_highcard 1.2: highcard is left out" in built.stderr
    assert not (site.folder / "output" / "highcard").exists()
    assert site.pnp("build", "highcard").returncode in (1, 70)


@pytest.mark.sweep
def test_a_referee_that_exits_is_left_out_of_all(site: Site, toy: Path) -> None:
    (toy / "__init__.py").write_text("")
    (toy / "referee.py").write_text("import sys\nsys.exit(0)\n")
    proved = site.pnp("validate", "--all", "--games", "5")
    assert proved.returncode == 0 and "highcard is left out" in proved.stderr
