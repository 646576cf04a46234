// Events between modules that cannot import each other, because some pages load only one of them.

/**
 * The events by name. Where an event has a `detail`, its type is given.
 *
 * @typedef {object} SiteEvents
 * @property {CustomEvent} question-opened another question of the hand is open
 * @property {CustomEvent} boxes-filled a script has filled in boxes: desk.js shows their cards and fetches their pads (the buttons for calls)
 * @property {CustomEvent} entries-changed the entries on this phone have changed, on this page or another
 * @property {CustomEvent} logs-changed the logs on this phone have changed, on this page or another
 * @property {CustomEvent} refresh ask for the page's parts again; dispatched on the body, where htmx listens (`refresh from:body`)
 * @property {CustomEvent<{ readonly isBack: boolean }>} network the page learned whether the site answers; `isBack`: the site answers again
 * @property {CustomEvent} sync-needed there is something to synchronize (offering.js)
 * @property {CustomEvent} renumbered the form's hand has another number
 * @property {CustomEvent<string[]>} entries-scored the keys of the entries that the engine has put on the sheet
 * @property {CustomEvent} engine-stopped the engine has ended
 * @property {CustomEvent} answer-changed an answer of the hand was changed
 * @property {CustomEvent<string[]>} start-refused the engine refuses the start of the game, for these reasons
 * @property {CustomEvent} preview-needed dispatched on the element of the preview; an engine that answers calls `preventDefault()`
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
export function emitRefresh() {
  document.body.dispatchEvent(new CustomEvent("refresh"));
}

/**
 * Ask the phone's engine for a preview.
 *
 * @param {Element} preview
 * @returns {boolean} whether the engine will answer
 */
export function emitPreviewNeeded(preview) {
  return !preview.dispatchEvent(new CustomEvent("preview-needed", { bubbles: true, cancelable: true }));
}
