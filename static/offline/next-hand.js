// The form of the hand after one that is kept on this phone.
import { $, $$, carried } from "../dom.js";
import { newKey, steps } from "../hand-form.js";

// The hand is kept on this phone: the form asks for the next one, with nothing said but what was tapped since.
export function nextHand(hand) {
  const changed = hand.dataset.sent === undefined;
  const { key, kept: was } = hand.elements;
  key.value = newKey();
  was?.remove();
  if (!changed) {
    const usual = carried(hand, "usual");
    for (const each of $$("input:not([type=hidden])", hand)) {
      const value = usual[each.name];
      if (each.name === "kind") each.checked = each === $("[name=kind]", hand);
      else if (each.type === "radio") each.checked = value === each.value;
      else if (each.type === "checkbox") each.checked = value !== undefined && [].concat(value).includes(each.value);
      else each.value = value ?? "";
      delete each.dataset.added;
    }
    const kind = $("[name=kind]:checked", hand)?.value;
    if (kind) for (const each of $$(".kind", hand)) each.hidden = each.disabled = each.dataset.kind !== kind;
    for (const step of steps(hand)) for (const about of ["own", "done", "site"]) delete step.dataset[about];
  }
  for (const each of changed ? ["sent"] : ["dirty", "sent", "unseen"]) delete hand.dataset[each];
  renumber(hand, 1);
  $("#preview").replaceChildren();
}

// The hand comes later, or earlier, by so many: hands are kept on this phone, or taken back.
export function renumber(hand, by) {
  const { number, rev } = hand.elements;
  number.value = Number(number.value) + by;
  rev.value = 0;
  hand.dataset.shown = Number(hand.dataset.shown) + by;
  $("#entry-title").textContent = hand.dataset.title.replace("{n}", hand.dataset.shown);
}
