// The choices of a table depend on each other: after each change the server says which remain lawful, and why.
const form = document.getElementById("open");
form.addEventListener("change", (event) => {
  if (!event.target.matches("[data-rules]")) return;
  const chosen = new URLSearchParams();
  for (const field of form.querySelectorAll("[data-rules]")) chosen.set(field.name, field.value);
  location.replace(`${location.pathname}?${chosen}`);
});
