/** The connection to a table: commands out, states and news in. It reconnects when it breaks. */

/** A refusal: a sentence, the paragraph, and the wagers that would fix it if they were made or taken down. */
class Refused extends Error {
  constructor(sentence, cite = "", lacks = [], beyond = [], takes = 0) {
    super(cite ? sentence.replace(` (${cite})`, "") : sentence);
    Object.assign(this, { cite, lacks, beyond, takes });
  }
}

const LONGEST_WAIT = 15_000;

/**
 * @param {string} table the table's id
 * @param {{heard: (message: object) => void, link: (up: boolean, seconds?: number) => void}} on
 */
export function join(table, on) {
  const address = `${location.protocol.replace("http", "ws")}//${location.host}/api/tables/${table}/live?offers=true`;
  const waiting = new Map();
  let socket;
  let number = 0;
  let tries = 0;

  function open() {
    socket = new WebSocket(address);
    socket.onopen = () => {
      tries = 0;
      on.link(true);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.table) on.heard(message);
      else answer(message);
    };
    socket.onclose = () => {
      for (const { refuse } of waiting.values()) refuse(new Refused("The connection was lost; check the table before you try again"));
      waiting.clear();
      const wait = Math.min(LONGEST_WAIT, 500 * 2 ** tries) * (0.75 + Math.random() / 2);
      tries += 1;
      on.link(false, Math.ceil(wait / 1000));
      setTimeout(open, wait);
    };
  }

  function answer({ reply, refused, cite, lacks, beyond, takes }) {
    const asked = waiting.get(reply);
    if (!asked) return;
    waiting.delete(reply);
    if (refused) asked.refuse(new Refused(refused, cite, lacks, beyond, takes));
    else asked.done();
  }

  open();
  return {
    /** Send a command; resolves when it is on record. */
    say(command) {
      return new Promise((done, refuse) => {
        if (socket.readyState !== WebSocket.OPEN) {
          refuse(new Refused("There is no connection to the table right now"));
          return;
        }
        number += 1;
        waiting.set(number, { done, refuse });
        socket.send(JSON.stringify({ id: number, ...command }));
      });
    },
  };
}

/** What the server can be asked about a table beyond its state: `odds`, `advice`, `rounds` … */
export async function fetched(table, what) {
  const answer = await fetch(`/api/tables/${table}/${what}`, { headers: { Accept: "application/json" } });
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  const refused = new Refused(body.refused ?? body.detail ?? "The server did not answer", body.cite);
  throw Object.assign(refused, { later: 1000 * Number(answer.headers.get("Retry-After")) });
}
