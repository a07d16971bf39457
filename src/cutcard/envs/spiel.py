"""The name that `cutcard.envs.openspiel` had before, for code that says so."""

from cutcard.envs.openspiel.game import SpielGame as SpielGame
from cutcard.envs.openspiel.game import SpielState as SpielState
from cutcard.envs.openspiel.game import register as register
