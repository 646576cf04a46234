// The state of a hand's form, apart from the answers in its boxes.

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
 * @property {string} draftUrl the URL to which the half-entered hand is sent; "" if it is not sent
 * @property {Correction | undefined} correction
 * @property {number} displayNumber the number of the hand as people count hands: without undone ones
 * @property {number | undefined} pendingChange the number of the last change (see markChanged), until a preview shows that change
 * @property {string} bidding the bids for which a preview was last requested
 * @property {boolean} isDrawn the keyboard was drawn
 * @property {boolean} isDirty the form has unsaved changes, or the server marked it as changed
 * @property {boolean} isSent the form was sent with its key, so a changed answer needs a new key
 * @property {boolean} isIncomplete the hand could not be kept because answers are missing
 */

/** @type {WeakMap<PageElement, HandState>} */
const states = new WeakMap();

/**
 * Return the state of a form. Its first values come from attributes that the server has set.
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
