import { useSyncExternalStore } from "react";

/** Chromium's event, which no type library knows: https://wicg.github.io/manifest-incubations/ */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

/** Whether this browser runs the installed app, has just installed it, offers the installation, or none of these. */
export type InstallState = "running" | "installed" | "offered" | "unknown";

let offer: BeforeInstallPromptEvent | undefined;
let isInstalled = false;
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

/** The browser makes its offer once, soon after the start; the page with the button may come much later. */
export function startInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as BeforeInstallPromptEvent;
    notify();
  });
  addEventListener("appinstalled", () => {
    offer = undefined;
    isInstalled = true;
    notify();
  });
}

function current(): InstallState {
  if (matchMedia("(display-mode: standalone)").matches) return "running";
  if (isInstalled) return "installed";
  return offer === undefined ? "unknown" : "offered";
}

export function useInstallState(): InstallState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
}

/** Asks the person; an offer can be used once. */
export async function install(): Promise<void> {
  const used = offer;
  offer = undefined;
  await used?.prompt();
  notify();
}
