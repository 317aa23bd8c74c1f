/** Light or dark: as the system has it, unless somebody chose otherwise. No module, so that it is known before anything is drawn. */

{
  const root = document.documentElement;
  const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const chosen = localStorage.getItem("theme");
  if (chosen) root.dataset.theme = chosen;
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    button.hidden = false;
    button.onclick = () => {
      root.dataset.theme = (root.dataset.theme ?? system()) === "dark" ? "light" : "dark";
      if (root.dataset.theme === system()) localStorage.removeItem("theme");
      else localStorage.setItem("theme", root.dataset.theme);
    };
  });
}
