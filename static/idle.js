// Sets data-idle on the root element while no request, delay or storage is pending. Tests wait for that attribute.
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
