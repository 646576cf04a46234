// Our own events, for modules that must not know each other: what is loaded only on some pages, or after the page stands.
// What knows another module imports it.

/**
 * Each event by its name, with what its detail says.
 *
 * @typedef {object} SiteEvents
 * @property {CustomEvent} asked another question of the hand is open
 * @property {CustomEvent} drawn boxes were filled in by script, or came with what the engine has drawn: their pads are to be drawn
 * @property {CustomEvent} kept the entries that this phone keeps have changed, in this page or in another
 * @property {CustomEvent} lines the logs that this phone keeps have changed, in this page or in another
 * @property {CustomEvent} look the page is to be asked for again; on the body, where htmx hears it (`look from:body`)
 * @property {CustomEvent<{ readonly back: boolean }>} network the site answers or does not; `back`: it does again
 * @property {CustomEvent} offer there is something to hand in or to look up
 * @property {CustomEvent} renumbered the form asks for a hand with another number
 * @property {CustomEvent<string[]>} scored the keys of the kept entries that the engine has put on the sheet
 * @property {CustomEvent} stopped the engine has ended
 * @property {CustomEvent} touched an answer of the hand was changed
 * @property {CustomEvent<string[]>} unfit the engine refuses the game as it was begun: why
 * @property {CustomEvent} wanted a preview is wanted, on its element; an engine that answers prevents the default
 */

/**
 * Tell everybody on the page.
 *
 * @template {keyof SiteEvents} Name
 * @param {Name} name
 * @param {SiteEvents[Name]["detail"]} [detail]
 */
export function emit(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Tell htmx that the page is to be asked for again. */
export function emitLook() {
  document.body.dispatchEvent(new CustomEvent("look"));
}

/**
 * Ask an engine for the preview that stands in this element.
 *
 * @param {Element} preview
 * @returns {boolean} whether one answers
 */
export function emitWanted(preview) {
  return !preview.dispatchEvent(new CustomEvent("wanted", { bubbles: true, cancelable: true }));
}
