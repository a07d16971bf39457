"""The load bench: many tables of four on one machine, our server beside boardgame.io's."""
