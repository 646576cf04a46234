// Fits the lists of the wall display into one screen, in the number of columns that allows the largest text.
const READABLE_SIZE = 13; // px; if the text would be smaller, long words are broken
function fitsInside(list) {
  if (list.scrollHeight > list.clientHeight + 1 || list.scrollWidth > list.clientWidth + 1) return false;
  return [...list.querySelectorAll(".wall-names, h2, li")].every((each) => each.scrollWidth <= each.clientWidth + 1);
}
function findLargest(list, cols, maxSize) {
  list.style.setProperty("--cols", cols);
  let [low, high] = [4, maxSize];
  while (high - low > 0.5) {
    const size = (low + high) / 2;
    list.style.setProperty("--size", `${size}px`);
    if (fitsInside(list)) low = size;
    else high = size;
  }
  return low;
}
function fitList(list, maxSize) {
  let [cols, size] = [1, 0];
  for (let newCols = 1; newCols <= Math.min(8, list.children.length); newCols++) {
    const newSize = findLargest(list, newCols, maxSize);
    if (newSize > size + 0.5) [cols, size] = [newCols, newSize];
  }
  list.style.setProperty("--cols", cols);
  list.style.setProperty("--size", `${size}px`);
  return size;
}
function fitWall() {
  const { innerWidth: width, innerHeight: height } = window;
  const isWide = width >= height;
  const maxSize = Math.min(height * 0.06, width * 0.037);
  document.documentElement.classList.toggle("fits", isWide);
  for (const list of document.querySelectorAll(".wall [data-fit]")) {
    list.classList.remove("broken-words");
    list.style.removeProperty("--cols");
    list.style.removeProperty("--size");
    if (!isWide || fitList(list, maxSize) >= READABLE_SIZE) continue;
    list.classList.add("broken-words");
    fitList(list, maxSize);
  }
}
document.addEventListener("htmx:after:swap", fitWall);
addEventListener("resize", fitWall);
document.fonts.ready.then(fitWall);
fitWall();
