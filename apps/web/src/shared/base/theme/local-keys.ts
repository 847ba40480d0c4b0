/**
 * The keys of local storage besides `prefs` (R9.5): display settings of this browser, never personal data.
 * `size` and `device` are listed with their possible values.
 */
type LocalKey = "language" | "device" | "size" | "sidebarStatus" | "activeTopMenuPath";

export function readLocal(key: LocalKey): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeLocal(key: LocalKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that refuses storage keeps the choice while the page lives.
  }
}
