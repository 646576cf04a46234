// Fits the wall display into one screen: in as many columns as allow the largest text.
const READABLE = 13; // px; below it, long words are broken instead
function fitsInside(list) {
  if (list.scrollHeight > list.clientHeight + 1 || list.scrollWidth > list.clientWidth + 1) return false;
  return [...list.querySelectorAll(".wall-names, h2, li")].every((each) => each.scrollWidth <= each.clientWidth + 1);
}
function findLargest(list, cols, most) {
  list.style.setProperty("--cols", cols);
  let [low, high] = [4, most];
  while (high - low > 0.5) {
    const size = (low + high) / 2;
    list.style.setProperty("--size", `${size}px`);
    if (fitsInside(list)) low = size;
    else high = size;
  }
  return low;
}
function fitList(list, most) {
  let [cols, size] = [1, 0];
  for (let n = 1; n <= Math.min(8, list.children.length); n++) {
    const found = findLargest(list, n, most);
    if (found > size + 0.5) [cols, size] = [n, found];
  }
  list.style.setProperty("--cols", cols);
  list.style.setProperty("--size", `${size}px`);
  return size;
}
function fitWall() {
  const { innerWidth: width, innerHeight: height } = window;
  const wide = width >= height;
  const most = Math.min(height * 0.06, width * 0.037);
  document.documentElement.classList.toggle("fits", wide);
  for (const list of document.querySelectorAll(".wall [data-fit]")) {
    list.classList.remove("broken-words");
    list.style.removeProperty("--cols");
    list.style.removeProperty("--size");
    if (!wide || fitList(list, most) >= READABLE) continue;
    list.classList.add("broken-words");
    fitList(list, most);
  }
}
document.addEventListener("htmx:after:swap", fitWall);
addEventListener("resize", fitWall);
document.fonts.ready.then(fitWall);
fitWall();
