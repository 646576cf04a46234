// Closes the menu of a table.
import { $ } from "./dom.js";

document.addEventListener("submit", (event) => {
  if (event.submitter?.closest("#menu")) $("#menu").open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = $("#menu[open]");
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  $("summary", menu).focus();
});
