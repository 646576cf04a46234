// The form of the next hand, after a hand was kept on this phone.
import { $, $$, readData } from "../dom.js";
import { emit } from "../events.js";
import { findSteps, makeKey, showHandNumber } from "../hand-form.js";
import { getState, setDirty } from "../hand-state.js";

/**
 * Make the form ask for the next hand. Answers that were changed after this hand was sent stay for the next hand.
 *
 * @param {PageElement} hand
 */
export function askNextHand(hand) {
  const state = getState(hand);
  hand.elements.kept?.remove();
  if (state.isSent) {
    fill($$("input:not([type=hidden], [name=kind])", hand), readData(hand, "usual"));
    const first = $("[name=kind]", hand);
    if (first?.type === "radio") chooseKind(hand, first);
    for (const each of $$(".repeat-offer", hand)) each.remove(); // it repeats answers of an earlier hand
    // own: answered by the user; done: confirmed with Next; site: whether the site asks the question.
    for (const step of findSteps(hand)) for (const flag of ["own", "done", "site"]) delete step.dataset[flag];
    setDirty(hand, false);
    state.pendingChange = undefined;
  }
  state.isSent = false;
  renumber(hand, 1);
  $("#preview").replaceChildren();
}

/**
 * Fill in boxes by their names.
 *
 * @param {PageElement[]} inputs
 * @param {Record<string, string | string[]>} values
 */
export function fill(inputs, values) {
  for (const each of inputs) {
    const answers = [].concat(values[each.name] ?? []);
    if (["radio", "checkbox"].includes(each.type)) each.checked = answers.includes(each.value);
    else each.value = answers[0] ?? "";
    delete each.dataset.added;
    delete each.closest(".cards-box")?.dataset.ready; // so that its tray is drawn again
  }
  emit("boxes-filled");
}

/**
 * Choose a kind of hand.
 *
 * @param {PageElement} hand
 * @param {PageElement} kind its radio button
 */
export function chooseKind(hand, kind) {
  kind.checked = true;
  for (const each of $$(".kind", hand)) each.hidden = each.disabled = each.dataset.kind !== kind.value;
}

/**
 * Change the number of the form's hand and give it a new key, because a page opened offline may have the key of a hand
 * that was saved already.
 *
 * @param {PageElement} hand
 * @param {number} difference
 */
export function renumber(hand, difference) {
  const { key, number, rev } = hand.elements;
  key.value = makeKey();
  number.value = String(Number(number.value) + difference);
  rev.value = "0";
  showHandNumber(hand, getState(hand).displayNumber + difference);
  emit("renumbered");
}
