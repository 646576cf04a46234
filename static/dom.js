// Helpers for the DOM that all scripts share.
import { beginTask } from "./idle.js";

/** @type {(selector: string, within?: ParentNode) => PageElement | null} */
export const $ = (selector, within = document) => within.querySelector(selector);
/** @type {(selector: string, within?: ParentNode) => PageElement[]} */
export const $$ = (selector, within = document) => /** @type {any[]} */ ([...within.querySelectorAll(selector)]);

/**
 * Return the names and values that a form sends.
 *
 * @param {PageElement} sender
 * @param {PageElement} [submitter] the key that sends it
 * @returns {[string, string][]}
 */
export const readFields = (sender, submitter) => /** @type {any[]} */ ([...new FormData(/** @type {any} */ (sender), submitter)]);

/** @type {(tag: string, properties?: object) => PageElement} */
export const create = (tag, properties) => /** @type {any} */ (Object.assign(document.createElement(tag), properties));

/** @type {(html: string) => DocumentFragment} */
export const parseHtml = (html) => document.createRange().createContextualFragment(html);

const parsed = new WeakMap();

/**
 * Return the JSON that an element carries in a data attribute, parsed once.
 *
 * @param {PageElement} element
 * @param {string} name of the attribute, as in dataset
 */
export function readData(element, name) {
  const texts = parsed.get(element) ?? {};
  parsed.set(element, texts);
  if (texts[name]?.text !== element.dataset[name]) texts[name] = { text: element.dataset[name], value: JSON.parse(element.dataset[name]) };
  return texts[name].value;
}

/**
 * Return a text without case and accents, for searching.
 *
 * @param {string} text
 */
export const simplifyText = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Return whether the reader wants no motion. */
export const wantsCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Have a screen reader read this text.
 *
 * @param {string} text
 */
export const say = (text) => ($("#status").textContent = text);

/**
 * Load a module that only some pages or panels need. If it cannot be loaded, the page works without it.
 *
 * @param {string | undefined} module its URL
 */
export function load(module) {
  return module ? import(module).catch(() => {}).finally(beginTask()) : undefined;
}

// Set before any script measures the page: with scripts its layout differs.
document.documentElement.classList.add("scripted");
