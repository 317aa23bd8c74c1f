// The choices of a table depend on each other: after each change the server returns those that remain lawful, and why.
// It receives what was typed, and returns it.
const form = /** @type {HTMLFormElement} */ (document.getElementById("open"));
form.addEventListener("change", ({ target }) => {
  if (!(/** @type {Element} */ (target)).matches("[data-rules]")) return;
  const typed = [...new FormData(form)].filter(([name, value]) => value && name !== "csrf");
  location.replace(`${location.pathname}?${new URLSearchParams(/** @type {string[][]} */ (typed))}`);
});
