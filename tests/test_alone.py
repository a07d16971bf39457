"""No test meets another one, another run of the tests, or what the user of this machine has running."""

import os
import pwd
import subprocess
import sys
from pathlib import Path

from cutcard.server.ports import USUAL_PORT

WHERE = """
from pathlib import Path
from platformdirs import user_cache_path, user_config_path, user_data_path
from cutcard.server.ports import usual_port
from cutcard.server.settings import usual_database
places = [Path.home(), user_cache_path("x"), user_config_path("x"), user_data_path("x"), usual_database().removeprefix("sqlite:///")]
print(usual_port(), *places, sep="\\n")
"""


def test_the_processes_of_a_test_have_a_home_and_a_usual_port_of_their_own() -> None:
    said = subprocess.run([sys.executable, "-c", WHERE], capture_output=True, text=True, check=True).stdout
    port, *places = said.splitlines()
    assert int(port) != USUAL_PORT
    assert len(places) == 5
    for place in places:
        assert not Path(place).is_relative_to(pwd.getpwuid(os.getuid()).pw_dir)
        assert Path(place).is_relative_to(os.environ["HOME"])
