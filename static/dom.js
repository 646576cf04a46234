// Short names for what every script does with the page.
export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const say = (text) => ($("#status").textContent = text);

// A module that only some pages or panels need. Where no network brings it, the page works as it does without it.
export function load(module) {
  if (module) import(module).catch(() => {});
}
