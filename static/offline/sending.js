// Forms that a phone sends by script.
import { create } from "../dom.js";

/** Return the CSRF token. */
export const getToken = () => document.cookie.match(/(?:^|; )(?:__Host-)?csrf=([^;]+)/)?.[1] ?? "";

/**
 * Post a form, without following the redirect of a success.
 *
 * @param {string} url
 * @param {Iterable<[string, any]>} fields
 */
export const postForm = (url, fields) => fetch(url, { method: "POST", body: new URLSearchParams([...fields, ["csrfmiddlewaretoken", getToken()]]), redirect: "manual" });

/**
 * Submit a form: the answer replaces this page.
 *
 * @param {string} action
 * @param {[string, string][]} fields
 */
export function sendAsPage(action, fields) {
  const form = create("form", { method: "post", action });
  for (const [name, value] of [...fields, ["csrfmiddlewaretoken", getToken()]]) form.append(create("input", { type: "hidden", name, value }));
  document.body.append(form);
  form.submit(); // fires no submit event, which keeping.js would handle
}
