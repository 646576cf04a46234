// The panel of reasons, which explains a hand or a total. On a phone it opens from below; on a wide screen it is always
// open beside the score sheet.
import { $ } from "./dom.js";

const wideScreen = matchMedia("(min-width: 68.75rem)");

/** Open the panel: over the page on a phone, beside the sheet on a wide screen. */
export function openPanel() {
  const panel = $("#reasons-panel");
  if (wideScreen.matches) panel.setAttribute("open", "");
  else if (!panel.open) panel.showModal();
  panel.scrollTop = 0;
  if (panel.dataset.chosen !== undefined && wideScreen.matches) panel.focus();
}

/** On a wide screen, show what was chosen last, else the newest hand; but keep an open form that changes names. */
export function fillPanel() {
  const panel = $("#reasons-panel");
  if (!panel || !wideScreen.matches || (panel.dataset.chosen && $("#names", panel)) || !document.body.classList.contains("at-table")) return;
  const newest = $("tbody:not(.deleted) a.reasons-link") ?? $("a.total");
  const url = panel.dataset.chosen ?? newest?.getAttribute("href");
  if (url) htmx.ajax("GET", url, { target: "#reasons-body", swap: "innerHTML" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[hx-target='#reasons-body']");
  if (link) $("#reasons-panel").dataset.chosen = link.getAttribute("href");
}, true);
document.addEventListener("click", ({ target }) => {
  if (target.id === "reasons-panel") target.close(); // a tap on its backdrop
  const row = !target.closest("a, button") && target.closest(".sheet tbody");
  if (row) $("a.reasons-link", row).click();
});
wideScreen.addEventListener("change", () => {
  $("#reasons-panel")?.close();
  fillPanel();
});
document.addEventListener("close", (event) => {
  if (event.target.id !== "reasons-panel") return;
  const opener = $(`a[href="${CSS.escape(event.target.dataset.chosen ?? "")}"]`);
  delete event.target.dataset.chosen;
  if (wideScreen.matches) opener?.focus();
  fillPanel();
}, true);

fillPanel();
