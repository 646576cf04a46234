// The state of a hand's form: what the page knows of the hand besides the answers that stand in the form.

/**
 * A correction that the engine of this phone has drawn in the place of the next hand.
 *
 * @typedef {object} Correction
 * @property {string} way what it does, as the address of its form ends: "amend", "strike", "before", "adjust" or "stop"
 * @property {number} number the hand that it is about; not a number where it is about none
 */

/**
 * @typedef {object} HandState
 * @property {boolean} isNext the form asks for the next hand of the game, and not for a correction or a choice
 * @property {string} draftUrl where the site takes the next hand while it is half entered; "" where it takes none
 * @property {Correction | undefined} correction
 * @property {number} shown the number of the hand as people count, without those that were undone (entitle)
 * @property {number | undefined} unseen the last tap, as long as the preview that the form shows is older; else undefined
 * @property {string} bidding the bids for which a preview was last asked
 * @property {boolean} isDrawn the keyboard shows the question that is open
 * @property {boolean} isDirty something was tapped that is not kept yet (setDirty); the server too says so, of a form that it gives back
 * @property {boolean} isSent what the form says was sent under its key: another answer needs another key
 * @property {boolean} isIncomplete it was to be kept on this phone, and has not all of its answers
 */

/** @type {WeakMap<PageElement, HandState>} */
const states = new WeakMap();

/**
 * Return the state of a form. What the server says of it in attributes is read once, when the form is new.
 *
 * @param {PageElement | null | undefined} hand
 * @returns {HandState | undefined} undefined where there is no form
 */
export function getState(hand) {
  if (!hand) return undefined;
  if (!states.has(hand)) states.set(hand, readState(hand));
  return states.get(hand);
}

/**
 * @param {PageElement} hand
 * @returns {HandState}
 */
function readState(hand) {
  const { begun, dirty, shown } = hand.dataset;
  return {
    isNext: begun !== undefined,
    draftUrl: begun ?? "",
    correction: undefined,
    shown: Number(shown),
    unseen: undefined,
    bidding: "",
    isDrawn: false,
    isDirty: dirty !== undefined,
    isSent: false,
    isIncomplete: false,
  };
}

/**
 * Say whether something was tapped that is not kept yet. The attribute is for the stylesheet.
 *
 * @param {PageElement} hand
 * @param {boolean} isDirty
 */
export function setDirty(hand, isDirty) {
  getState(hand).isDirty = isDirty;
  hand.toggleAttribute("data-dirty", isDirty);
}
