// The choices of a table depend on each other: after each change the server says which remain lawful, and why.
// What was typed goes along and comes back.
const form = document.getElementById("open");
form.addEventListener("change", (event) => {
  if (!event.target.matches("[data-rules]")) return;
  const typed = [...new FormData(form)].filter(([name, value]) => value && name !== "csrf");
  location.replace(`${location.pathname}?${new URLSearchParams(typed)}`);
});
