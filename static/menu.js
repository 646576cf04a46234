// The menu of a table. A tap beside it lands on what its stylesheet lays over the page, and does nothing else; Escape
// closes it too.
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
