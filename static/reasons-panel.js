// On a phone the reasons come up from below. A wide screen has room for them beside the sheet: there they stay open,
// at what was chosen, else at the hand that was written last.
import { $ } from "./dom.js";

const wide = matchMedia("(min-width: 68.75rem)");

/** Open the panel: over the page on a phone, beside the sheet on a wide screen. */
export function openPanel() {
  const door = $("#door");
  if (wide.matches) door.setAttribute("open", "");
  else if (!door.open) door.showModal();
  door.scrollTop = 0;
  if (door.dataset.chosen !== undefined && wide.matches) door.focus();
}

/** Show in the panel of a wide screen what was chosen last, else the newest hand. */
export function fillPanel() {
  const door = $("#door");
  // Who changes names there is left alone.
  if (!door || !wide.matches || (door.dataset.chosen && $("#names", door)) || !document.body.classList.contains("at-table")) return;
  const last = $("tbody:not(.struck) a.door") ?? $("a.total");
  const url = door.dataset.chosen ?? last?.getAttribute("href");
  if (url) htmx.ajax("GET", url, { target: "#door-body", swap: "innerHTML" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[hx-target='#door-body']");
  if (link) Object.assign($("#door").dataset, { chosen: link.getAttribute("href") });
}, true);
// All of a row leads where its number does.
document.addEventListener("click", (event) => {
  const row = !event.target.closest("a, button") && event.target.closest(".sheet tbody");
  if (row) $("a.door", row).click();
});
wide.addEventListener("change", () => {
  $("#door")?.close();
  fillPanel();
});
document.addEventListener("close", (event) => {
  if (event.target.id !== "door") return;
  const from = $(`a[href="${CSS.escape(event.target.dataset.chosen ?? "")}"]`);
  delete event.target.dataset.chosen;
  if (wide.matches) from?.focus();
  fillPanel();
}, true);
document.addEventListener("click", (event) => {
  if (event.target.id === "door") event.target.close();
});

fillPanel();
