import NProgress from "nprogress";

// R2.3; the library's own template has a role that does not exist.
NProgress.configure({
  minimum: 0.3,
  speed: 500,
  trickleSpeed: 200,
  showSpinner: false,
  barSelector: ".bar",
  template: '<div class="bar"></div>',
});

let running = 0;

/** Shows the bar at the top until every navigation under way has ended. */
export function beginProgress(): () => void {
  running += 1;
  NProgress.start();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    running -= 1;
    if (running === 0) NProgress.done();
  };
}
