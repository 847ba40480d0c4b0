import type NProgress from "nprogress";

let bar: typeof NProgress | undefined;
let isRequested = false;
let running = 0;

// The bar's code is not among what the first page waits for.
async function loadBar(): Promise<void> {
  const { default: loaded } = await import("nprogress");
  // R2.3; the library's own template has a role that does not exist.
  loaded.configure({
    minimum: 0.3,
    speed: 500,
    trickleSpeed: 200,
    showSpinner: false,
    barSelector: ".bar",
    template: '<div class="bar"></div>',
  });
  bar = loaded;
  // The change of page it was fetched for is shown even when it was the quicker one.
  bar.start();
  if (running === 0) bar.done();
}

/** Shows the bar at the top until every navigation under way has ended. */
export function beginProgress(): () => void {
  running += 1;
  // Every further start would add a trickle of its own.
  if (running === 1) bar?.start();
  if (!isRequested)
    loadBar().catch(() => {
      isRequested = false;
    });
  isRequested = true;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    running -= 1;
    if (running === 0) bar?.done();
  };
}
