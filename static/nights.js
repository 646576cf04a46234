// The clock of a round: counts down from the time left that the server sent last.
import { $ } from "./dom.js";
import { emitRefresh } from "./events.js";

let lastReading; // { secondsLeft, readAt } of the newest clock; undefined without a clock
const formatTime = (secondsLeft) => {
  const hours = Math.floor(secondsLeft / 3600);
  const minutes = Math.floor((secondsLeft % 3600) / 60);
  const seconds = String(Math.floor(secondsLeft % 60)).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
};

function readClock() {
  const secondsLeft = $(".clock[data-seconds-left]")?.dataset.secondsLeft;
  lastReading = secondsLeft ? { secondsLeft: Number(secondsLeft), readAt: performance.now() } : undefined;
  tick();
}
function tick() {
  const clock = $(".clock[data-seconds-left]");
  if (!clock || !lastReading) return;
  const secondsLeft = clock.dataset.runs ? Math.max(0, lastReading.secondsLeft - (performance.now() - lastReading.readAt) / 1000) : lastReading.secondsLeft;
  const shown = secondsLeft ? formatTime(Math.ceil(secondsLeft)) : clock.dataset.over;
  if (clock.textContent !== shown) clock.textContent = shown;
  clock.classList.toggle("over", !secondsLeft);
  clock.classList.toggle("soon", secondsLeft > 0 && secondsLeft <= 60);
  if (!secondsLeft && lastReading.secondsLeft) {
    lastReading.secondsLeft = 0;
    emitRefresh(); // the page says that time is up
  }
}
document.addEventListener("htmx:after:swap", readClock);
setInterval(tick, 250);
readClock();
