// The form of the hand after one that is kept on this phone.
import { $, $$, readData } from "../dom.js";
import { emit } from "../events.js";
import { findSteps, makeKey, showHandNumber } from "../hand-form.js";
import { getState, setDirty } from "../hand-state.js";

/**
 * Make the form ask for the next hand, with no answer but those changed since this one was kept.
 *
 * @param {PageElement} hand
 */
export function askNextHand(hand) {
  const state = getState(hand);
  const changed = !state.isSent;
  hand.elements.kept?.remove();
  if (!changed) {
    fill($$("input:not([type=hidden], [name=kind])", hand), readData(hand, "usual"));
    const first = $("[name=kind]", hand);
    if (first?.type === "radio") choose(hand, first);
    for (const each of $$(".repeats", hand)) each.remove(); // of an earlier hand than the one just kept
    for (const step of findSteps(hand)) for (const about of ["own", "done", "site"]) delete step.dataset[about];
  }
  if (!changed) {
    setDirty(hand, false);
    state.unseen = undefined;
  }
  state.isSent = false;
  renumber(hand, 1);
  $("#preview").replaceChildren();
}

/**
 * Fill in boxes by their names.
 *
 * @param {PageElement[]} inputs
 * @param {Record<string, string | string[]>} values one, or several of a set
 */
export function fill(inputs, values) {
  for (const each of inputs) {
    const said = [].concat(values[each.name] ?? []);
    if (["radio", "checkbox"].includes(each.type)) each.checked = said.includes(each.value);
    else each.value = said[0] ?? "";
    delete each.dataset.added;
    delete each.closest(".cards-box")?.dataset.ready; // its tray shows what it said before
  }
  emit("drawn");
}

/**
 * Choose a kind of hand.
 *
 * @param {PageElement} hand
 * @param {PageElement} kind its key
 */
export function choose(hand, kind) {
  kind.checked = true;
  for (const each of $$(".kind", hand)) each.hidden = each.disabled = each.dataset.kind !== kind.value;
}

/**
 * Make the form ask for a later or an earlier hand: hands are kept on this phone, or taken back. It gets a new key, for a
 * page that was opened without a network may have the key of a hand that stands.
 *
 * @param {PageElement} hand
 * @param {number} by
 */
export function renumber(hand, by) {
  const { key, number, rev } = hand.elements;
  key.value = makeKey();
  number.value = String(Number(number.value) + by);
  rev.value = "0";
  showHandNumber(hand, getState(hand).shown + by);
  emit("renumbered");
}
