/** A page just loaded is not loaded again: servers of two releases may reply in turn while an update is going on. */
const MIN_AGE_MS = 5_000;

/** Loads the console again if the server has another release of it, since the parts of this one are then gone; else false. */
export async function reloadAfterUpdate(): Promise<boolean> {
  if (performance.now() < MIN_AGE_MS) return false;
  const script = document.querySelector('script[type="module"]')?.getAttribute("src") ?? "";
  // Without a connection the page offers to try again.
  const response = await fetch("./").catch(() => undefined);
  if (!response?.ok || (await response.text()).includes(script)) return false;
  location.reload();
  return true;
}
