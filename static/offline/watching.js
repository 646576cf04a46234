// On the television a mark says once no answer comes that the score may be old. A table says so below its totals.
import { $ } from "../dom.js";
import { isCut } from "../network.js";

function markOffline() {
  $("#old")?.remove();
  const place = $(".tv-head");
  if (!isCut() || !place) return;
  const mark = Object.assign(document.createElement("p"), { id: "old", className: "note", role: "status", textContent: $("#live").dataset.cut });
  // Over the page: what stands below stays where it is.
  mark.style.cssText = "position: absolute; inset: 100% 0 auto; margin: 0; padding-block: 0.3rem; text-align: center";
  place.append(mark);
}
document.addEventListener("network", markOffline);
markOffline();
