// Marks the root element with data-idle while the page has no work under way: no request whose answer it shows, no delay
// after a tap, nothing still to be stored. Tests wait for it.
let tasks = 0;

/**
 * Begin a task and return the function that ends it, once.
 *
 * @returns {() => void}
 */
export function beginTask() {
  let isOver = false;
  countTasks(1);
  return () => {
    if (!isOver) countTasks(-1);
    isOver = true;
  };
}
function countTasks(change) {
  tasks += change;
  document.documentElement.toggleAttribute("data-idle", tasks === 0);
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => (ctx.done = beginTask()), true);
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => ctx.done?.());
