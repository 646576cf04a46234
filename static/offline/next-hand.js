// The form of the hand after one that is kept on this phone.
import { $, $$, carried } from "../dom.js";
import { newKey, steps } from "../hand-form.js";

// The hand is kept on this phone: the form asks for the next one, with nothing said but what was tapped since.
export function nextHand(hand) {
  const changed = hand.dataset.sent === undefined;
  hand.elements.kept?.remove();
  if (!changed) {
    fill($$("input:not([type=hidden], [name=kind])", hand), carried(hand, "usual"));
    const first = $("[name=kind]", hand);
    if (first?.type === "radio") choose(hand, first);
    for (const step of steps(hand)) for (const about of ["own", "done", "site"]) delete step.dataset[about];
  }
  for (const each of changed ? ["sent"] : ["dirty", "sent", "unseen"]) delete hand.dataset[each];
  renumber(hand, 1);
  $("#preview").replaceChildren();
}

// What the boxes say, by their names: one value, or several of a set.
export function fill(inputs, values) {
  for (const each of inputs) {
    const said = [].concat(values[each.name] ?? []);
    if (["radio", "checkbox"].includes(each.type)) each.checked = said.includes(each.value);
    else each.value = said[0] ?? "";
    delete each.dataset.added;
    delete each.closest(".cards-box")?.dataset.ready; // its tray shows what it said before
  }
  document.dispatchEvent(new Event("drawn"));
}
export function choose(hand, kind) {
  kind.checked = true;
  for (const each of $$(".kind", hand)) each.hidden = each.disabled = each.dataset.kind !== kind.value;
}

// The hand comes later, or earlier, by so many: hands are kept on this phone, or taken back. A page that was opened
// without a network is as old as it was kept, and its key may be that of a hand that stands: this is another one.
export function renumber(hand, by) {
  const { key, number, rev } = hand.elements;
  key.value = newKey();
  number.value = Number(number.value) + by;
  rev.value = 0;
  entitle(hand, Number(hand.dataset.shown) + by);
  document.dispatchEvent(new Event("renumbered"));
}
// People count the hands that stand.
export function entitle(hand, shown) {
  hand.dataset.shown = shown;
  $("#entry-title").textContent = hand.dataset.title.replace("{n}", shown);
}
