import NProgress from "nprogress";
import { useEffect } from "react";

// R2.3; the library's own template has a role that does not exist.
NProgress.configure({
  minimum: 0.3,
  speed: 500,
  trickleSpeed: 200,
  showSpinner: false,
  barSelector: ".bar",
  template: '<div class="bar"></div>',
});

/** Stands where a page will be while its code is on the way. */
export function PageComing() {
  useEffect(() => {
    NProgress.start();
    return () => {
      NProgress.done();
    };
  }, []);
  return null;
}
