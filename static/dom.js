// Helpers for the DOM that all scripts share.
import { beginTask } from "./idle.js";

/** @type {(selector: string, within?: ParentNode) => PageElement | null} */
export const $ = (selector, within = document) => within.querySelector(selector);
/** @type {(selector: string, within?: ParentNode) => PageElement[]} */
export const $$ = (selector, within = document) => /** @type {any[]} */ ([...within.querySelectorAll(selector)]);

/**
 * Return the names and values that a form sends.
 *
 * @param {PageElement} form
 * @param {PageElement} [submitter] the button that sends the form
 * @returns {[string, string][]}
 */
export const readFields = (form, submitter) => /** @type {any[]} */ ([...new FormData(/** @type {any} */ (form), submitter)]);

/** @type {(tag: string, properties?: object) => PageElement} */
export const create = (tag, properties) => /** @type {any} */ (Object.assign(document.createElement(tag), properties));

/** @type {(html: string) => DocumentFragment} */
export const parseHtml = (html) => document.createRange().createContextualFragment(html);

const parsedData = new WeakMap();

/**
 * Return the parsed value of a data attribute that holds JSON. Parse it again only if the attribute has changed.
 *
 * @param {PageElement} element
 * @param {string} name of the attribute, as in dataset
 */
export function readData(element, name) {
  const data = parsedData.get(element) ?? {};
  parsedData.set(element, data);
  if (data[name]?.text !== element.dataset[name]) data[name] = { text: element.dataset[name], value: JSON.parse(element.dataset[name]) };
  return data[name].value;
}

/**
 * Return a text in lower case and without accents, for searching.
 *
 * @param {string} text
 */
export const simplifyText = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Return whether the user has asked for less motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Have a screen reader read this text.
 *
 * @param {string} text
 */
export const say = (text) => ($("#status").textContent = text);

/**
 * Load a module that only some pages or panels need. The page works without the module if it cannot be loaded.
 *
 * @param {string | undefined} module its URL
 */
export function load(module) {
  if (!module) return undefined;
  const endTask = beginTask();
  return import(module).catch(() => {}).finally(endTask);
}

// Set before any script measures the page, because the class changes the layout.
document.documentElement.classList.add("scripted");
