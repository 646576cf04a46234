// The first page: filters the games by name, and lists the tables started offline.
import { $, $$, load, simplifyText } from "./dom.js";

const box = $("#find");
const games = $$("[data-game]");
const fits = (game) => simplifyText(game.textContent).includes(simplifyText(box.value.trim()));

function showFound() {
  for (const game of games) game.hidden = !fits(game);
  for (const family of $$(".family")) family.hidden = !$("[data-game]:not([hidden])", family);
  $("#no-game").hidden = games.some((game) => !game.hidden);
}
box.addEventListener("input", showFound);
if (box.value) showFound(); // typed before this script was loaded
box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !box.value.trim()) return;
  event.preventDefault();
  games.find((game) => !game.hidden)?.querySelector("a").click();
});

// The cache "alone" has the tables started offline.
globalThis.caches?.has("alone").then((hasAlone) => hasAlone && load($("#kept-alone")?.dataset.module));
