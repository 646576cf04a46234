// Shows on the page for a television that the score may be out of date, while there is no network.
import { $, create } from "../dom.js";
import { isOffline } from "../network.js";

function markOffline() {
  $("#offline-mark")?.remove();
  const head = $(".tv-head");
  if (!isOffline() || !head) return;
  const mark = create("p", { id: "offline-mark", className: "note", role: "status", textContent: $("#live").dataset.offlineText });
  // Positioned absolutely, so that the page does not move.
  mark.style.cssText = "position: absolute; inset: 100% 0 auto; margin: 0; padding-block: 0.3rem; text-align: center";
  head.append(mark);
}
document.addEventListener("network", markOffline);
markOffline();
