// The first page: a game is found as its name is typed.

import { simplifyText } from "./dom.js";

const box = document.querySelector("#find");
const games = [...document.querySelectorAll("[data-game]")];
const fits = (game) => simplifyText(game.textContent).includes(simplifyText(box.value.trim()));

function showFound() {
  for (const game of games) game.hidden = !fits(game);
  for (const family of document.querySelectorAll(".family"))
    family.hidden = !family.querySelector("[data-game]:not([hidden])");
  document.querySelector("#no-game").hidden = games.some((game) => !game.hidden);
}
box.addEventListener("input", showFound);
if (box.value) showFound(); // typed before this script had come
box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !box.value.trim()) return;
  event.preventDefault();
  games.find((game) => !game.hidden)?.querySelector("a").click();
});

// Games that were started without a network are listed by what keeps them, on a phone that has any.
globalThis.caches?.has("alone").then((any) => any && import(document.querySelector("#kept-alone").dataset.module));
