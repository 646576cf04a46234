// The state of a hand's form that its boxes do not hold.

/**
 * A correction that the phone's engine has drawn in place of the next hand's form.
 *
 * @typedef {object} Correction
 * @property {string} way the end of its form's URL: "amend", "strike", "before", "adjust" or "stop"
 * @property {number} number of the hand that the correction is about; NaN where there is none
 */

/**
 * @typedef {object} HandState
 * @property {boolean} isNext the form is the next hand of the game, not a correction or a choice
 * @property {string} draftUrl where the half-entered hand is sent; "" for none
 * @property {Correction | undefined} correction
 * @property {number} displayNumber the number of the hand as people count, without undone hands
 * @property {number | undefined} pendingChange the last change (markChanged), until a preview shows that change
 * @property {string} bidding the bids for which a preview was last requested
 * @property {boolean} isDrawn the keyboard was drawn
 * @property {boolean} isDirty the form has unsaved changes, or the server marked it as changed
 * @property {boolean} isSent the form was sent with its key, so a changed answer needs a new key
 * @property {boolean} isIncomplete the hand could not be kept because answers are missing
 */

/** @type {WeakMap<PageElement, HandState>} */
const states = new WeakMap();

/**
 * Return the state of a form. It begins with what the server put into attributes.
 *
 * @param {PageElement | null | undefined} hand
 * @returns {HandState | undefined} undefined where there is no form
 */
export function getState(hand) {
  if (!hand) return undefined;
  if (!states.has(hand)) states.set(hand, readState(hand));
  return states.get(hand);
}

/** @type {(hand: PageElement) => HandState} */
const readState = ({ dataset: { draftUrl, dirty, displayNumber } }) => ({
  isNext: draftUrl !== undefined,
  draftUrl: draftUrl ?? "",
  correction: undefined,
  displayNumber: Number(displayNumber),
  pendingChange: undefined,
  bidding: "",
  isDrawn: false,
  isDirty: dirty !== undefined,
  isSent: false,
  isIncomplete: false,
});

/**
 * Set whether the form has unsaved changes. The attribute is for the stylesheet.
 *
 * @param {PageElement} hand
 * @param {boolean} isDirty
 */
export function setDirty(hand, isDirty) {
  getState(hand).isDirty = isDirty;
  hand.toggleAttribute("data-dirty", isDirty);
}
