import { useSyncExternalStore } from "react";
import { readLocal, writeLocal } from "./local-keys.ts";
import { watchMedia } from "./media.ts";
import { readPrefs, writePrefs } from "./prefs.ts";

const key = "device";

/** Controls sized for a pointer, or for fingers (R4.18). */
export type DeviceMode = "desktop" | "mobile";

export const deviceModes: readonly DeviceMode[] = ["desktop", "mobile"];

// A screen too small for the console is a phone's even where it reports no touch.
const touchScreen = watchMedia("(max-width: 991px) and (pointer: coarse), (max-device-width: 599px)");
// A tablet is large enough for the console.
const phoneScreen = watchMedia(
  "(pointer: coarse) and (max-width: 599px), (pointer: coarse) and (max-height: 499px), (max-device-width: 599px)",
);
const detectMode = (): DeviceMode => (touchScreen.matches ? "mobile" : "desktop");

const listeners = new Set<() => void>();
let mode: DeviceMode = deviceModes.find((each) => each === readLocal(key)) ?? detectMode();

function apply(): void {
  document.documentElement.dataset.device = mode;
  for (const listener of listeners) listener();
}

function keep(next: DeviceMode): void {
  mode = next;
  writeLocal(key, next);
  apply();
}

/** Sets the mode a person has chosen, for this visit and the next. */
export function setDeviceMode(next: DeviceMode): void {
  writePrefs({ isDeviceChosen: true });
  keep(next);
}

export const readDeviceMode = (): DeviceMode => mode;

/**
 * Starts with the kept mode, without one with the detected one. Turning or docking the screen detects it again, but
 * changes nothing that a person has chosen.
 */
export function startDeviceMode(): void {
  touchScreen.onChange(() => keep(readPrefs().isDeviceChosen ? mode : detectMode()));
  keep(mode);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const ignorePhoneScreen = phoneScreen.onChange(listener);
  return () => {
    listeners.delete(listener);
    ignorePhoneScreen();
  };
}

/** The mode on screen. */
export const useDeviceMode = (): DeviceMode => useSyncExternalStore(subscribe, readDeviceMode);

/** Whether this is a phone's screen, and which version it shows: `phone` unless the user has chosen `desktop`; undefined elsewhere. */
export const readPhoneVersion = (): "phone" | "desktop" | undefined => {
  if (!phoneScreen.matches) return undefined;
  return mode === "desktop" && readPrefs().isDeviceChosen ? "desktop" : "phone";
};

export const usePhoneVersion = () => useSyncExternalStore(subscribe, readPhoneVersion);
