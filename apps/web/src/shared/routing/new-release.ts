/** Where the page notes the release it was loaded again for: once, even where servers of two releases reply in turn. */
const NOTE = "release-loaded-again";

const ENTRY = /<script[^>]+type="module"[^>]*>/u;
const SOURCE = /\ssrc="([^"]+)"/u;

/** Address of the console's own script in its document. */
export const findEntry = (html: string): string | undefined => SOURCE.exec(ENTRY.exec(html)?.[0] ?? "")?.[1];

/**
 * Whether the server has another release of the console than the page, whose parts are then gone.
 * True once for each release: a page that cannot be loaded even then shows that.
 */
export async function findsNewRelease(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  const served = await readServedEntry();
  if (own === null || own === undefined || served === undefined || served === own) return false;
  if (sessionStorage.getItem(NOTE) === served) return false;
  sessionStorage.setItem(NOTE, served);
  return true;
}

async function readServedEntry(): Promise<string | undefined> {
  try {
    const response = await fetch(location.pathname, { cache: "no-store" });
    return response.ok ? findEntry(await response.text()) : undefined;
  } catch {
    return undefined; // The connection is lost; the page offers to try again.
  }
}
