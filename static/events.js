// Events between modules that must not know each other, because only some pages load one of them.

/**
 * Each event by its name.
 *
 * @typedef {object} SiteEvents
 * @property {CustomEvent} asked another question of the hand is open
 * @property {CustomEvent} drawn boxes were filled in by script: draw their pads
 * @property {CustomEvent} kept the entries on this phone have changed, by any page
 * @property {CustomEvent} lines the logs on this phone have changed, by any page
 * @property {CustomEvent} look ask for the page's parts again; on the body, where htmx hears it (`look from:body`)
 * @property {CustomEvent<{ readonly back: boolean }>} network the site answers or does not; `back`: it does again
 * @property {CustomEvent} offer there is something to synchronize (offering.js)
 * @property {CustomEvent} renumbered the form's hand has another number
 * @property {CustomEvent<string[]>} scored the keys of the entries that the engine has put on the sheet
 * @property {CustomEvent} stopped the engine has ended
 * @property {CustomEvent} answered an answer of the hand was changed
 * @property {CustomEvent<string[]>} start-refused the engine refuses the start of the game, for these reasons
 * @property {CustomEvent} preview-needed on the element of the preview; an engine that answers prevents the default
 */

/**
 * Dispatch an event on the document.
 *
 * @template {keyof SiteEvents} Name
 * @param {Name} name
 * @param {SiteEvents[Name]["detail"]} [detail]
 */
export function emit(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Have htmx ask for the page's parts again. */
export function emitLook() {
  document.body.dispatchEvent(new CustomEvent("look"));
}

/**
 * Ask the phone's engine for a preview.
 *
 * @param {Element} preview
 * @returns {boolean} whether it will answer
 */
export function emitPreviewNeeded(preview) {
  return !preview.dispatchEvent(new CustomEvent("preview-needed", { bubbles: true, cancelable: true }));
}
