import { useSyncExternalStore } from "react";
import { watchMedia } from "./media.ts";
import type { ThemeChoice } from "./prefs.ts";
import { readPrefs, writePrefs } from "./prefs.ts";

export type Theme = "light" | "dark";

const system = watchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function current(): Theme {
  const choice = getThemeChoice();
  if (choice === "system") return system.matches ? "dark" : "light";
  return choice;
}

function apply(): void {
  document.documentElement.dataset.theme = current();
  for (const listener of listeners) listener();
}

export function getThemeChoice(): ThemeChoice {
  const { theme } = readPrefs();
  return theme === "light" || theme === "dark" ? theme : "system";
}

export function setThemeChoice(theme: ThemeChoice): void {
  writePrefs({ theme });
  apply();
}

export function startTheme(): void {
  system.onChange(apply);
  apply();
}

/** The theme on screen: the chosen one, else the system's. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
}
