// Shows elements that need passkeys only where passkeys work, which is never under an IP address.
import { $$ } from "./dom.js";

const hasPasskeys = window.PublicKeyCredential && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);
for (const each of $$("[data-needs-passkeys]")) each.hidden = !hasPasskeys;
for (const each of $$("[data-without-passkeys]")) each.hidden = hasPasskeys;
