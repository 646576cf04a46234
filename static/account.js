// Shows what needs passkeys only where the browser has them, which is not under an IP address.
import { $$ } from "./dom.js";

const can = window.PublicKeyCredential && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);
for (const each of $$("[data-needs-passkeys]")) each.hidden = !can;
for (const each of $$("[data-without-passkeys]")) each.hidden = can;
