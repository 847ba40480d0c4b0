/** Registers the worker that shows the offline page; browsers accept it from secure addresses only. */
export function startServiceWorker(): void {
  // The development server has no worker.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // After the first view, so that it takes nothing from it.
  addEventListener("load", () => {
    navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" }).catch((error) => {
      // The console works without it; a refused certificate or a private window are no reason to stop.
      console.warn("No page for times without a connection:", error);
    });
  });
}
