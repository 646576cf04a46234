// Short names for what every script does with the page.
export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// What the page carries for its scripts: JSON in an attribute, parsed once.
const parsed = new WeakMap();
export function carried(element, name) {
  const texts = parsed.get(element) ?? {};
  parsed.set(element, texts);
  if (texts[name]?.text !== element.dataset[name]) texts[name] = { text: element.dataset[name], value: JSON.parse(element.dataset[name]) };
  return texts[name].value;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const say = (text) => ($("#status").textContent = text);

// A module that only some pages or panels need. Where no network brings it, the page works as it does without it.
export function load(module) {
  return module ? import(module).catch(() => {}) : undefined;
}

// With script the page is laid out otherwise: said before any script looks at where things stand.
document.documentElement.classList.add("scripted");
