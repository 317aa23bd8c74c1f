// Contents, search and sorting for the pages of a site; without it they are all there, in their order.
const headings = document.querySelectorAll("article h2");
if (headings.length > 3) {
  const contents = document.createElement("nav");
  contents.className = "contents";
  contents.setAttribute("aria-label", "On this page");
  headings.forEach((heading, number) => {
    heading.id ||= `part-${number + 1}`;
    const link = document.createElement("a");
    link.href = `#${heading.id}`;
    link.textContent = heading.firstChild.textContent.trim();
    contents.append(link, " ");
  });
  headings[0].before(contents);
}
const search = document.querySelector("input[type=search]");
if (search) {
  const entries = [...document.querySelectorAll("[data-words]")];
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const entry of entries) entry.hidden = !wanted.every((word) => entry.dataset.words.includes(word));
    for (const group of document.querySelectorAll("[data-group]"))
      group.hidden = ![...group.querySelectorAll("[data-words]")].some((entry) => !entry.hidden);
  });
}
for (const button of document.querySelectorAll("th button"))
  button.addEventListener("click", () => {
    const table = button.closest("table"), column = button.closest("th").cellIndex, body = table.tBodies[0];
    const up = button.dataset.up !== "yes";
    button.dataset.up = up ? "yes" : "no";
    const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent.toLowerCase();
    const order = (a, b) => (isNaN(value(a)) || isNaN(value(b)) ? String(value(a)).localeCompare(value(b)) : value(a) - value(b));
    body.append(...[...body.rows].sort((a, b) => (up ? order(a, b) : order(b, a))));
  });
