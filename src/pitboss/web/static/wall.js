/** The wall: each picture is fetched again, and drawn again only if its table has changed. */

const REDRAWN = 1500;

/** @type {Map<HTMLImageElement, string>} */
const drawn = new Map();

async function look(picture) {
  const [address] = picture.dataset.of.split("#");
  const answer = await fetch(address).catch(() => null);
  const tag = answer?.headers.get("etag");
  if (!answer?.ok || drawn.get(picture) === tag) return;
  drawn.set(picture, tag);
  picture.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}

/** @type {NodeListOf<HTMLImageElement>} */
const pictures = document.querySelectorAll(".wall img");
for (const picture of pictures) picture.dataset.of = picture.getAttribute("src");

setInterval(() => {
  if (!document.hidden) pictures.forEach(look);
}, REDRAWN);
