// Passkeys: keys that need them show only where the browser can, which is under a name and not under a number.

const can = window.PublicKeyCredential && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);
for (const each of document.querySelectorAll("[data-needs-passkeys]")) each.hidden = !can;
for (const each of document.querySelectorAll("[data-without-passkeys]")) each.hidden = can;
