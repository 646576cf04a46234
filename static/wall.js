// The wall shows everything, whatever there is of it: of all numbers of columns the one with the largest text.
const READABLE = 13; // below this a long word is broken rather than all text made smaller
function holds(list) {
  if (list.scrollHeight > list.clientHeight + 1 || list.scrollWidth > list.clientWidth + 1) return false;
  return [...list.querySelectorAll(".wall-names, h2, li")].every((each) => each.scrollWidth <= each.clientWidth + 1);
}
function findLargest(list, cols, most) {
  list.style.setProperty("--cols", cols);
  let [low, high] = [4, most];
  while (high - low > 0.5) {
    const size = (low + high) / 2;
    list.style.setProperty("--size", `${size}px`);
    if (holds(list)) low = size;
    else high = size;
  }
  return low;
}
function findBest(list, most) {
  let [cols, size] = [1, 0];
  for (let n = 1; n <= Math.min(8, list.children.length); n++) {
    const found = findLargest(list, n, most);
    if (found > size + 0.5) [cols, size] = [n, found];
  }
  list.style.setProperty("--cols", cols);
  list.style.setProperty("--size", `${size}px`);
  return size;
}
function fit() {
  const { innerWidth: width, innerHeight: height } = window;
  const wide = width >= height;
  const most = Math.min(height * 0.06, width * 0.037);
  document.documentElement.classList.toggle("fits", wide);
  for (const list of document.querySelectorAll(".wall [data-fit]")) {
    list.classList.remove("torn");
    list.style.removeProperty("--cols");
    list.style.removeProperty("--size");
    if (!wide) continue;
    if (findBest(list, most) >= READABLE) continue;
    list.classList.add("torn");
    findBest(list, most);
  }
}
document.addEventListener("htmx:after:swap", fit);
addEventListener("resize", fit);
document.fonts.ready.then(fit);
fit();
