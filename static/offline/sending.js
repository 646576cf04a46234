// What a phone sends of what it has kept.

/** Return the CSRF token. */
export const getToken = () => document.cookie.match(/(?:^|; )(?:__Host-)?csrf=([^;]+)/)?.[1] ?? "";

/**
 * Send a form as a page of its own: the answer takes the place of this page.
 *
 * @param {string} action
 * @param {[string, string][]} fields
 */
export function sendAsPage(action, fields) {
  const sender = Object.assign(document.createElement("form"), { method: "post", action });
  for (const [name, value] of [...fields, ["csrfmiddlewaretoken", getToken()]]) {
    sender.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(sender);
  sender.submit();
}
