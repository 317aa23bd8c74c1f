// The choices of a table depend on each other: after each change the server says which remain lawful, and why.
// What was typed goes along and comes back.
const form = /** @type {HTMLFormElement} */ (document.getElementById("open"));
form.addEventListener("change", ({ target }) => {
  if (!(/** @type {Element} */ (target)).matches("[data-rules]")) return;
  const typed = [...new FormData(form)].filter(([name, value]) => value && name !== "csrf");
  location.replace(`${location.pathname}?${new URLSearchParams(/** @type {string[][]} */ (typed))}`);
});
