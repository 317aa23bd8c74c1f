/** What the walk through every game asks of a page. */

/** What lies over what that should not, what a thumb could not hit, and how it all lies, in a window as wide as that. */
window.looked = async (width) => {
  do await new Promise(requestAnimationFrame); while (innerWidth !== width);
  const stage = document.querySelector("#stage").getBoundingClientRect();
  const corners = (element) => {
    const { x, y, width, height } = element.getBBox();
    const screen = element.getScreenCTM();
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
      .map(([px, py]) => new DOMPoint(px, py).matrixTransform(screen)).map((p) => [p.x, p.y]);
  };
  const found = (kind, selector, part, name, owner = () => "") =>
    [...document.querySelectorAll(`#felt ${selector}`)].map((element) => {
      const drawn = part ? element.querySelector(part) : element;
      return { kind, name: name(element), owner: owner(element), corners: corners(drawn) };
    });
  const said = (element) => element.getAttribute("aria-label") ?? element.textContent;
  const things = [
    // Cards that are to be touched lie over others.
    ...found("card", ".cards > .playing:not([aria-pressed])", ".face", said, (e) => said(e).slice(0, 6)), // seat 2, dealer, commun…
    ...found("label", ".called > .called", "rect", said),
    ...found("chips", ".chips > .chips", "use:last-of-type", (e) => e.querySelector("title")?.textContent ?? "chips"),
    ...found("plate", ".plate", ".board", said),
    ...found("marker", ".markers > .puck", "circle", said),
    ...found("marker", ".markers > .pot", "rect", said),
    ...[...document.querySelectorAll("#chance.tray:not([hidden])")].map((tray) => {
      const { left, right, top, bottom } = tray.getBoundingClientRect();
      return { kind: "marker", name: "the dice", owner: "", corners: [[left, top], [right, top], [right, bottom], [left, bottom]] };
    }),
  ].filter(({ corners: [a, , c] }) => {
    const [x, y] = [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2];
    return x > stage.left && x < stage.right && y > stage.top && y < stage.bottom;
  });
  // How deep two boxes lie in each other, however they are turned: the least way that would part them.
  const depth = (one, other) => Math.min(...[one, other].flatMap((box) => [0, 1].map((n) => {
    const [dx, dy] = [box[n + 1][0] - box[n][0], box[n + 1][1] - box[n][1]];
    const long = Math.hypot(dx, dy) || 1;
    const along = (points) => points.map(([x, y]) => (x * dx + y * dy) / long);
    const [a, b] = [along(one), along(other)];
    return Math.min(Math.max(...a) - Math.min(...b), Math.max(...b) - Math.min(...a));
  })));
  const apart = new Set(["card/label", "label/label", "label/plate", "card/chips", "chips/plate", "card/card", "card/marker",
    "label/marker", "card/plate"]);
  const over = [];
  things.forEach((one, n) => things.slice(n + 1).forEach((other) => {
    const pair = [one.kind, other.kind].sort().join("/");
    if (!apart.has(pair) || (one.kind === "card" && other.kind === "card" && one.owner === other.owner)) return;
    const deep = depth(one.corners, other.corners);
    const small = Math.min(...[one, other].map(({ corners: [a, b, c] }) =>
      Math.min(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1]))));
    if (deep > Math.max(3, 0.2 * small)) over.push(`${one.name} and ${other.name} by ${Math.round(deep)} px`);
  }));
  const shown = [...document.querySelectorAll("#controls button, .sign button")].filter((e) => e.checkVisibility());
  const boxes = shown.map((e) => [e, e.getBoundingClientRect()]);
  boxes.forEach(([one, a], n) => boxes.slice(n + 1).forEach(([other, b]) => {
    const deep = Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);
    if (deep > 2) over.push(`the buttons ${one.textContent} and ${other.textContent}`);
  }));
  const choices = document.querySelectorAll("#decisions [data-decision]");
  if (choices.length > 1 && !document.querySelector("#decisions .tray") && document.querySelector("#decisions .gold")) over.push("a choice is gold that nobody called the best");
  if (document.scrollingElement.scrollWidth > innerWidth) over.push("the page is wider than the screen");
  for (const [button, box] of boxes) {
    if (box.left < -1 || box.right > innerWidth + 1) over.push(`${button.textContent} is cut off`);
    if (innerWidth < 760 && box.height < 40) over.push(`${button.textContent} is only ${box.height} px high`);
  }
  const lies = things.map(({ kind, corners }) => [kind, ...corners.flat().map(Math.round)]);
  return [over, JSON.stringify([width, lies, boxes.map(([e, { x, y, width: w }]) => [e.textContent, x, y, w])])];
};

/** Words on the page that only the program should know: these ids, wagers with their positions or parameters, seats by number. */
window.raw = (ids) => {
  const named = [...document.querySelectorAll("main [aria-label], main [title]")].flatMap((e) => [e.getAttribute("aria-label"), e.title]);
  const drawn = [...document.querySelectorAll("#felt title, #felt text")].map((e) => e.textContent);
  const said = document.querySelector("main").innerText.split("\n");
  const known = new Set(ids);
  const inside = /@\d|^(seat )?\d+ (receives|shows|bets|wins|loses)|to seat \d|[a-z]:\w/;
  return [...new Set([...named, ...drawn, ...said])].filter((words) => words
    && (inside.test(words) || (words.match(/[a-z][a-z\d]*(-[a-z\d]+)+/g) ?? []).some((id) => known.has(id))));
};

/** The middle of what is to be clicked, in the window; nothing may lie over it. */
window.aim = (selector) => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = (element.querySelector(".edge") ?? element).getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = document.elementFromPoint(x, y);
  if (!element.contains(hit)) throw new Error(`${hit?.outerHTML.slice(0, 200)} lies over ${selector}`);
  return [x, y];
};

/** The first spot that takes a wager of one's own. */
window.firstSpot = () => {
  const number = document.querySelector("main[data-seat]")?.dataset.seat;
  const spot = [...document.querySelectorAll("#felt .spot:not(.closed)")]
    .find(({ dataset }) => !dataset.position || dataset.position === number);
  return spot?.id ?? "";
};

/** Answer what was asked, if it is asked still, by a button or by touching a card. */
window.answers = (before) => {
  if (window.drawn() !== before) return;
  const shown = [...document.querySelectorAll("#decisions button")].filter((e) => e.checkVisibility() && !e.disabled);
  const words = (e) => e.textContent;
  const tray = document.querySelector("#decisions .tray");
  const first = (...wishes) => wishes.map((wish) => shown.find((e) => words(e).startsWith(wish))).find(Boolean);
  const set = document.querySelector("#decisions .gold:not(:disabled)");
  const button = tray ? set ?? first("House way", "Stand pat") : first("Stand", "Check", "Call", "Play", "No insurance") ?? shown[0];
  if (button) button.click();
  else document.querySelector("#felt .playing[aria-pressed=false]")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
};

/** Does one sit there, and may wager? */
window.seated = (seat) => document.querySelector("main").dataset.seat === seat && document.querySelector("#felt svg.betting") !== null;

/** Changes with everything that is said or drawn to be answered. */
window.drawn = () => [...document.querySelectorAll("#decisions button")].map(({ textContent, disabled }) => [textContent, disabled])
  .concat(document.querySelector("main").dataset.line).join();

/** Is it drawn otherwise? Else the words of what was refused; nothing as long as neither is so. */
window.moved = (before) => {
  const refusal = document.querySelector("#refusal");
  return window.drawn() !== before || (!refusal.hidden && refusal.textContent);
};

/** What one is asked, in the words of the buttons, or that the round is over, and how that is drawn; nothing as long as neither is so. */
window.asked = (round) => {
  const decisions = document.querySelector("#decisions");
  const question = decisions.hidden ? document.querySelector("main").dataset.round !== round && "the round is over" : decisions.innerText;
  return question && [question, window.drawn()];
};

/** Is the round dealt or waited for, or was that refused? Bots bet before it is. */
window.answered = (round) => document.querySelector("main").dataset.round !== round || document.querySelector("#betting").hidden
  || document.querySelector("#ready").disabled || !document.querySelector("#refusal").hidden;
