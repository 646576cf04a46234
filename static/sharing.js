// The page of a result: send it, copy its link; the sheet on paper: print it. Keys show only what this browser can do.
import { say } from "./dom.js";

const doing = (what) => document.querySelector(`[data-do="${what}"]`);

const place = document.querySelector("[data-share]");
if (place) {
  const { share: url, title, text } = place.dataset;
  const told = place.querySelector("[data-done]");
  if (navigator.share) {
    doing("share").hidden = false;
    // Whoever closes the list of apps has changed their mind: nothing went wrong.
    doing("share").onclick = () => navigator.share({ url, title, text }).catch(() => {});
  }
  if (navigator.clipboard) {
    doing("copy").hidden = false;
    doing("copy").onclick = () => navigator.clipboard.writeText(url).then(() => {
      told.hidden = false;
      say(told.textContent);
    }, () => place.querySelector("input").select());
  }
}

if (doing("print")) {
  doing("print").hidden = false;
  doing("print").onclick = () => print();
}
