/** The clock of all that moves is the test's: twenty times as fast, or, while `held`, not at all until somebody has seen enough. */
window.held = false;

const QUICKER = 20;
const { animate } = Element.prototype;
const later = window.setTimeout;

Element.prototype.animate = function (...how) {
  const moving = animate.apply(this, how);
  if (window.held) moving.pause();
  else moving.updatePlaybackRate(QUICKER);
  return moving;
};
window.setTimeout = (act, ms = 0, ...rest) => later(act, ms / QUICKER, ...rest);
