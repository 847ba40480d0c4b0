const key = "prefs";

export type ThemeChoice = "system" | "light" | "dark";

/** What the local storage key `prefs` holds (R9.5): looks and dismissed notices, never anything personal. */
export interface Prefs {
  theme?: ThemeChoice;
  /** Version of the user agreement accepted at this browser; the account that accepted it is not stored. */
  agreement?: string;
  /** The last sign-in here asked to stay signed in: the session's random id, which a fresh window takes with the cookie. */
  kept?: string | undefined;
  /** Dismissed maintenance notices, by pop-up and version. */
  dismissed?: readonly string[];
  /** The offer of the browser's own language was dismissed. */
  isLanguageOfferDismissed?: true;
  /** The device mode was chosen by a person: turning or docking the screen leaves it as it is. */
  isDeviceChosen?: true;
  /** How the plant list was shown last. */
  plantView?: "table" | "cards";
  /** Table columns a person has shown or hidden, by the table's name and the column's key. */
  columns?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

export function readPrefs(): Prefs {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

export function writePrefs(change: Prefs): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readPrefs(), ...change }));
  } catch {
    // A browser that refuses storage still shows the page.
  }
}
