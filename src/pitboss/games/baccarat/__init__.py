"""Baccarat: punto banco and mini-baccarat, with the bonus proposed for both; chemin de fer."""
