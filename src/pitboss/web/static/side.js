/** Beside the table: pay tables, odds, help, the guide, past rounds, meters. */

import { el, find, svg } from "./elements.js";
import { boards } from "./boards.js";
import { drill } from "./drill.js";
import { verified } from "./fair.js";
import { floorPanel } from "./floor.js";
import { fetched } from "./socket.js";
import { ownResult } from "./story.js";
import { Trainer } from "./trainer.js";
import { capital, decimal, decisionName, kind, local, money, nick, outcomeName, part, percent, pretty, short, signed, wagerName, yours } from "./words.js";

/** For how long, in milliseconds, odds that are not known yet are not asked for again. */
const PATIENCE = 10_000;
const STAFF = new Set(["dealer", "floor", "shift", "administrator"]);

export class Side {
  constructor(room) {
    this.room = room;
    this.help = localStorage.getItem("help") === "on";
    this.question = this.helped = "";
    this.priced = null;
    this.patience = 0;
    room.price = () => this.price();
    this.trainer = new Trainer(room);
    room.decided = (decision) => this.trainer.judge(this.advice, decision);
    this.panels = {
      Pays: pays, Odds: odds, Help: help, Guide: guide, Roads: boards, History: history, Meters: meters, Drill: drill, Floor: floorPanel,
    };
    find("#tabs").addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!step) return;
      const tabs = [...find("#tabs").children];
      const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
  }

  /** A new layout: the tabs it needs. */
  furnish(table) {
    const names = Object.keys(this.panels).filter((name) =>
      name === "Floor" ? STAFF.has(table.you.role)
        : name === "Roads" ? "roads" in this.room.plan.furniture
          : name !== "Pays" || this.room.felt.placards.length);
    find("#tabs").replaceChildren(...names.map((name) => {
      const press = () => this.open(this.name === name && !find("#panel").hidden ? null : name);
      return el("button", { role: "tab", id: `tab-${name}`, "aria-controls": "panel", onclick: press }, name);
    }));
    // What takes long to compute waits until somebody asks for it.
    const first = names.includes("Pays") ? "Pays" : this.room.plan.advises ? "Help" : "History";
    this.open(names.includes(this.name) ? this.name : innerWidth < 760 ? null : first);
  }

  /** The odds of every spot, when somebody first points at one: those that the house has computed. */
  async price() {
    if (this.priced === this.room.felt || Date.now() < this.patience) return;
    this.patience = Date.now() + PATIENCE;
    const { id, felt } = this.room;
    const odds = await fetched(id, "odds?kept=true").catch(() => []);
    felt.price(odds);
    if (odds.length) this.priced = felt;
  }

  /** Open a panel; null closes it. */
  open(name) {
    this.name = name;
    for (const tab of find("#tabs").children) {
      const chosen = tab.textContent === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen || !name ? 0 : -1;
    }
    const panel = find("#panel");
    panel.hidden = !name;
    if (!name) return;
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    panel.replaceChildren(quiet("One moment …"));
    this.#fill(name);
  }

  async #fill(name) {
    let inside;
    try {
      inside = await this.panels[name](this.room, this);
    } catch (refused) {
      const { message, cite, later } = refused;
      inside = [quiet(message, cite ? el("cite", {}, ` ${short(cite)}`) : "")];
      if (later) {
        inside = [quiet(`${capital(message.split(";")[0])}. This panel updates when they are ready.`)];
        setTimeout(() => this.name === name && this.#fill(name), later);
      }
    }
    if (this.name === name) find("#panel").replaceChildren(...inside);
  }

  /** A change at the table changes some of the panels. */
  draw(table, before) {
    this.#result(table);
    if (before && table.round > before.round && ownResult(table.result, table.you)) this.trainer.count();
    const older = ["History", "Roads"].includes(this.name) && table.round !== before?.round;
    if (this.name === "Meters" || older) this.#fill(this.name);
    this.#advice(table);
  }

  async #advice(table) {
    const mine = table.asked?.choices && table.asked.seat === table.you.seat;
    const question = mine ? `${table.round}/${table.line}` : "";
    const helped = [this.help, this.trainer.on].join();
    if (question === this.question && helped === this.helped) return;
    const known = question === this.question && !this.advice?.refused ? this.advice : null;
    [this.question, this.helped] = [question, helped];
    this.advice = known;
    this.room.decisions.advise(null);
    if (mine && (this.help || this.trainer.on) && this.room.plan.advises && table.aids) {
      if (this.name === "Help") this.#fill("Help");
      try {
        this.advice ??= await fetched(this.room.id, "advice");
      } catch (refused) {
        this.advice = { refused: refused.message };
        if (refused.later) setTimeout(() => this.#again(question), refused.later);
      }
      if (this.question !== question) return;
      if (this.help) this.room.decisions.advise(this.advice.decision, this.advice.amount);
    }
    if (this.name === "Help") this.#fill("Help");
  }

  /** Ask again for what was being computed, if it is still needed. */
  #again(question) {
    if (this.question !== question) return;
    this.question = "";
    this.#advice(this.room.table);
  }

  #result(table) {
    const { result, you } = table;
    const panel = find("#result");
    panel.hidden = !result;
    if (!result) return;
    const own = ownResult(result, you);
    const seats = [...result.seats].sort((a, b) => Number(b === own) - Number(a === own)).filter(({ wagers }) => Object.keys(wagers).length);
    panel.hidden = !seats.length;
    panel.replaceChildren(...seats.map((seat) => this.#seatResult(seat, table, result.round, seat === own)));
  }

  #seatResult({ seat, name, net, wagers }, table, round, mine) {
    const who = nick(name ?? `seat ${seat}`);
    const rows = Object.entries(wagers).map(([wager, { stake, result, pays = 0, lost = 0, cite, outcome }]) =>
      el("tr", { class: result },
        el("td", {}, wagerName(this.room.plan, wager), outcome && outcome !== result ? el("small", {}, ` ${outcomeName(outcome, this.room.plan)}`) : ""),
        el("td", {}, money(stake)),
        el("td", {}, pays ? `+${money(pays)}` : lost ? `−${money(lost)}` : result),
        el("td", {}, paragraph(cite))));
    const head = el("tr", {}, ["Wager", "Bet", "Result", "Rule"].map((each) => el("th", {}, each)));
    return el("details", { open: mine || !table.you.seat },
      el("summary", {}, mine ? `Round ${round}: you ` : `${who} `, el("b", { class: kind(net) }, signed(net))),
      el("table", {}, el("thead", {}, head), el("tbody", {}, rows)));
  }
}

/** A paragraph, as a sign where its name would be too long; a click shows its summary. */
export function paragraph(cite, sign = short(cite)) {
  const show = async ({ target }) => {
    if (target.nextElementSibling) target.nextElementSibling.remove();
    else {
      const answer = await fetch(`/api/paragraphs/${encodeURIComponent(cite)}`);
      target.after(el("p", { class: "quiet", role: "status" }, answer.ok ? (await answer.json()).note : "There is no summary of this paragraph."));
    }
  };
  return el("button", { class: "cite", title: `N.J.A.C. ${cite}`, "aria-label": `what paragraph ${short(cite)} says`, onclick: show }, sign);
}

// ---- the panels --------------------------------------------------------------------------------------

const quiet = (...words) => el("p", { class: "quiet" }, ...words);

/** The placards of the layout, one by one. */
function pays({ felt }) {
  return felt.placards.map((placard) => {
    const board = placard.querySelector("rect");
    const [x, y, width, height] = ["x", "y", "width", "height"].map((each) => Number(board.getAttribute(each)));
    return svg("svg", { class: "placard", viewBox: `${x - 1} ${y - 1} ${width + 2} ${height + 2}` }, placard.cloneNode(true));
  });
}

async function odds({ id, plan, felt }) {
  const wagers = await fetched(id, "odds");
  felt.price(wagers);
  if (wagers.some(({ equity }) => equity)) return equities(wagers);
  // A wager listed twice, with best play and with another, is labeled by how it is played.
  const played = ({ wager, per }) =>
    (wagers.filter((each) => each.wager === wager).length > 1 ? `, ${per.split(", ").slice(1).join(", ")}` : "");
  return [
    quiet("The house edge of each wager: the share of it that the house keeps in the long run, computed exactly from the rules of this table."),
    ...wagers.map((each) => el("details", { class: "odds" },
      el("summary", {}, el("span", {}, wagerName(plan, each.wager) + played(each)),
        el("b", { title: each.house_edge.fraction ?? "" }, `${decimal(each.house_edge.percent, 3)}%`),
        el("span", { class: "bar" }, el("i", { style: `width:${Math.min(100, Math.max(0, each.house_edge.percent) * 5)}%` }))),
      quiet(`house edge per ${each.per}; wins ${percent(each.hit_rate)} of the time; `
        + `standard deviation ${decimal(each.standard_deviation, 2)}; ${each.method}`),
      el("table", {}, el("tbody", {}, each.outcomes.slice(0, 40).map(({ outcome, probability, pays: net }) => el("tr", {},
        el("td", {}, outcomeName(outcome)),
        el("td", {}, percent(probability)),
        el("td", {}, net === null ? "" : net > 0 ? `+${net}` : String(net)))))))),
  ];
}

/** Between players the house wins nothing: what hands win from each other. */
function equities(hands) {
  const cards = (words) => words.replace(/[2-9TJQKA][cdhs]/g, (card) => pretty(card));
  return [
    quiet("Well-known matchups, and the share of the pot that each hand wins on average, computed exactly."),
    ...hands.filter(({ equity }) => equity).map(({ wager, table, equity }) => el("p", { class: "equity" },
      el("span", {}, `${cards(wager)} ${cards(table)}`),
      el("b", { title: equity.fraction }, `${decimal(equity.percent, 2)}%`),
      el("span", { class: "bar" }, el("i", { style: `width:${equity.percent}%` })))),
  ];
}

function help({ plan, table }, side) {
  const box = el("input", { type: "checkbox", checked: side.help, onchange: () => {
    side.help = box.checked;
    localStorage.setItem("help", side.help ? "on" : "off");
    side.draw(table, table);
  } });
  if (!plan.advises) return [quiet("Help is not available at this game: the best play depends on the other players.")];
  if (!table.aids) return [quiet("Playing aids are not permitted at this table.", el("cite", {}, " 8.1"))];
  const training = el("input", { type: "checkbox", checked: side.trainer.on, onchange: () => {
    side.trainer.turn(training.checked);
    side.draw(table, table);
    side.open("Help");
  } });
  const advice = side.help ? side.advice : null;
  const lines = [];
  if (advice?.refused) lines.push(quiet(advice.refused));
  else if (advice) {
    const values = Object.entries(advice.values ?? {}).sort(([, a], [, b]) => b - a);
    const [best, worst] = [values[0]?.[1] ?? 0, values.at(-1)?.[1] ?? 0];
    lines.push(
      el("p", { class: "best" }, "Best: ",
        el("b", {}, decisionName(plan, advice.decision), advice.amount ? ` ${money(advice.amount)}` : "")),
      el("table", {}, el("tbody", {}, values.map(([decision, value]) =>
        el("tr", { class: decision === advice.decision ? "win" : "" },
          el("td", {}, decisionName(plan, decision)),
          el("td", {}, signed(Math.round(value))),
          el("td", {}, bar(value, worst, best)))))),
      quiet("What you win or lose on average with each choice, including the wagers you have already made and with the best play after it."),
      advice.why ? el("p", {}, local(advice.why)) : "");
  } else if (!side.help) lines.push(quiet("Help is off."));
  else if (side.question) lines.push(quiet("Computing …"));
  else lines.push(quiet("At your turn, the best play appears here and on its button."));
  const permitted = quiet("Playing aids are permitted at this demonstration table.", el("cite", {}, " 8.1"));
  return [
    el("label", { class: "switch" }, box, " Show the best play"), ...lines,
    el("label", { class: "switch" }, training, " Train me: show what each decision cost"),
    ...(side.trainer.on ? side.trainer.draw(() => side.open("Help")) : []),
    permitted,
  ];
}

function bar(value, worst, best) {
  const share = best === worst ? 100 : 8 + (92 * (value - worst)) / (best - worst);
  return el("span", { class: "bar" }, el("i", { style: `width:${share}%` }));
}

function guide({ id, table }) {
  const address = `/tables/${id}/guide`;
  return [
    el("p", {}, el("a", { href: address, target: "_blank", rel: "noopener" }, "Open the guide in a new tab")),
    el("iframe", { src: address, title: `Guide to ${table.title}`, loading: "lazy" }),
  ];
}

async function history(room) {
  const rounds = await fetched(room.id, "rounds");
  if (!rounds.length) return [quiet("No round has been played yet.")];
  const list = el("div", {}, rounds.map((round) => past(room, round)));
  const more = el("button", { class: "quiet", onclick: async () => {
    const older = await fetched(room.id, `rounds?before=${rounds.at(-1).round}`);
    rounds.push(...older);
    list.append(...older.map((round) => past(room, round)));
    if (!older.length) more.remove();
  } }, "Earlier rounds");
  const journal = { href: `/api/tables/${room.id}/journal`, download: `${room.id}.jsonl` };
  return [
    el("p", {}, el("a", journal, "Download the journal to audit it yourself")),
    list,
    rounds.at(-1).round > 1 ? more : "",
  ];
}

function past(room, { round, at, result }) {
  const seats = result?.seats ?? [];
  const mine = ownResult(result, room.table.you);
  const net = mine ? signed(mine.net) : `${seats.length} players`;
  const proof = el("div", { class: "proof" });
  const prove = async () => {
    if (proof.childNodes.length) return;
    const played = await fetched(room.id, `rounds/${round}`);
    const { promise, secret, steps } = played;
    const verdict = el("ul", { role: "status" });
    const check = async () => verdict.replaceChildren(...(await verified(played)).map(({ says, good }) =>
      el("li", { class: good ? "win" : "lose" }, `${good ? "✓" : "✗"} ${says}`)));
    proof.replaceChildren(
      shown(steps, seats, room.table.you),
      ...(mine ? [outcome(room.plan, mine)] : []),
      secret ? el("button", { onclick: check }, "Verify this round")
        : el("p", {}, "You can verify this round when its secret is published. Until then, cards from the same shoe are still in play."),
      verdict,
      promise ? el("p", {}, "Promise ", el("code", {}, promise)) : "",
      secret ? el("p", {}, "Secret ", el("code", {}, secret)) : "");
  };
  return el("details", { class: "past", ontoggle: prove },
    el("summary", {},
      el("span", {}, `Round ${round}`),
      el("time", {}, new Date(at).toLocaleTimeString()),
      el("b", { class: kind(mine?.net) }, net)),
    el("button", { onclick: ({ target }) => replay(room, round, target.nextElementSibling) }, "Replay step by step"),
    el("div", { class: "replay" }),
    proof);
}

/** The cards at the end of the round, and what was thrown, spun or drawn. */
function shown(steps, seats, you) {
  const hands = steps.map(({ table }) => table.hands).filter((each) => Object.keys(each).length).at(-1) ?? {};
  const chance = steps.map(({ words }) => words).filter((words) => /^(the dice|the wheel|drawn)/.test(words));
  return el("p", {}, chance.join("; "), Object.entries(hands).map(([owner, cards]) =>
    el("span", { class: "hand" }, el("small", {}, `${holder(owner, seats, you)} `), cards.map((card) => (card === "??" ? "▒" : pretty(card))).join(" "), " ")));
}

/** Whose cards they were: `you`, `Bea`, `Bea, hand 2`, `dealer`. */
export function holder(owner, seats, you) {
  const who = seats.find(({ seat }) => seat === Number(owner.split(".")[0]));
  const name = !who ? owner.split(".")[0] : who.name === you?.name ? "you" : nick(who.name);
  return [name, part(owner)].filter(Boolean).join(", ");
}

/** Your wagers of a round, each with its result. */
const outcome = (plan, { wagers }) => el("p", {}, Object.entries(wagers).map(([wager, { pays = 0, lost = 0, result, cite }]) =>
  el("span", { class: `hand ${result}` }, `${wagerName(plan, wager)} ${pays ? `+${money(pays)}` : lost ? money(-lost) : result} `,
    el("cite", {}, short(cite)), " ")));

async function replay(room, round, here) {
  const { steps } = await fetched(room.id, `rounds/${round}`);
  if (!steps.length) return;
  const words = el("p", { "aria-live": "polite" });
  const slider = el("input", { type: "range", min: 0, max: steps.length - 1, value: 0, "aria-label": `step of round ${round}` });
  const go = (step) => {
    slider.value = step;
    const { table, words: said } = steps[Number(slider.value)];
    words.textContent = `${Number(slider.value) + 1} of ${steps.length}: ${[said].flat().map((each) => yours(local(each), room.table.you.name)).join("; ")}`;
    room.replay(table, round);
  };
  slider.oninput = () => go(slider.value);
  here.replaceChildren(
    el("div", { class: "slide" },
      el("button", { class: "quiet", "aria-label": "previous step", onclick: () => go(Number(slider.value) - 1) }, "◀"), slider,
      el("button", { class: "quiet", "aria-label": "next step", onclick: () => go(Number(slider.value) + 1) }, "▶")),
    words,
    el("button", { class: "quiet", onclick: () => { here.replaceChildren(); room.replay(null); } }, "Back to the table"));
  go(0);
}

function meters({ table }) {
  const rows = [...Object.entries(table.meters ?? {}), ...Object.entries(table.pots ?? {})];
  if (!rows.length) return [quiet("This table has no progressive meter.")];
  return [el("dl", { class: "meters" }, rows.flatMap(([name, held]) => [el("dt", {}, name), el("dd", {}, money(held))]))];
}
