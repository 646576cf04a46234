// The clock of a round: counts down from what the server said last.
import { $ } from "./dom.js";
import { emitRefresh } from "./events.js";

let lastReading; // the seconds left, and when the page had them; undefined without a clock
const formatTime = (left) => {
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const seconds = String(Math.floor(left % 60)).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
};

function readClock() {
  const left = $(".clock[data-seconds-left]")?.dataset.secondsLeft;
  lastReading = left ? { left: Number(left), at: performance.now() } : undefined;
  tick();
}
function tick() {
  const clock = $(".clock[data-seconds-left]");
  if (!clock || !lastReading) return;
  const left = clock.dataset.runs ? Math.max(0, lastReading.left - (performance.now() - lastReading.at) / 1000) : lastReading.left;
  const shown = left ? formatTime(Math.ceil(left)) : clock.dataset.over;
  if (clock.textContent !== shown) clock.textContent = shown;
  clock.classList.toggle("over", !left);
  clock.classList.toggle("soon", left > 0 && left <= 60);
  if (!left && lastReading.left) {
    lastReading.left = 0;
    emitRefresh(); // the page says that time is up
  }
}
document.addEventListener("htmx:after:swap", readClock);
setInterval(tick, 250);
readClock();
