/** A page just loaded is not loaded again: servers of two releases may reply in turn while an update is going on. */
const MIN_AGE_MS = 5_000;
const TIMEOUT_MS = 5_000;

/** Loads the console again if the server has another release of it, since the parts of this one are then gone. */
export async function reloadAfterUpdate(): Promise<void> {
  if (performance.now() < MIN_AGE_MS) return;
  const script = document.querySelector('script[type="module"]')?.getAttribute("src") ?? "";
  // Without a connection the page offers to try again.
  const response = await fetch("./", { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  if (response?.ok && !(await response.text()).includes(script)) location.reload();
}
