// The clock of a round runs between two looks at the server: what it says when the page comes is what counts.
import { emitLook } from "./events.js";

let seen; // the page's clock as it came, and when
const formatTime = (left) => {
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const seconds = String(Math.floor(left % 60)).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
};

function look() {
  const clock = document.querySelector(".clock[data-left]");
  seen = clock && clock.dataset.left !== "" ? { left: Number(clock.dataset.left), at: performance.now() } : undefined;
  tick();
}
function tick() {
  const clock = document.querySelector(".clock[data-left]");
  if (!clock || !seen) return;
  const left = clock.dataset.runs ? Math.max(0, seen.left - (performance.now() - seen.at) / 1000) : seen.left;
  const shown = left ? formatTime(Math.ceil(left)) : clock.dataset.over;
  if (clock.textContent !== shown) clock.textContent = shown;
  clock.classList.toggle("over", !left);
  clock.classList.toggle("soon", left > 0 && left <= 60);
  // Time has run out: the tables are told so, and the page says it too.
  if (!left && seen.left) {
    seen.left = 0;
    emitLook();
  }
}
document.addEventListener("htmx:after:swap", look);
setInterval(tick, 250);
look();
