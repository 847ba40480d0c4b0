import { useSyncExternalStore } from "react";
import { readLocal, writeLocal } from "./local-keys.ts";

const key = "device";

/** Controls sized for a pointer, or for fingers (R4.18). */
export type DeviceMode = "desktop" | "mobile";

export const deviceModes: readonly DeviceMode[] = ["desktop", "mobile"];

const touchScreen = matchMedia("(max-width: 991px) and (pointer: coarse)");
const detectMode = (): DeviceMode => (touchScreen.matches ? "mobile" : "desktop");

const listeners = new Set<() => void>();
let mode: DeviceMode = deviceModes.find((each) => each === readLocal(key)) ?? detectMode();

function apply(): void {
  document.documentElement.dataset.device = mode;
  for (const listener of listeners) listener();
}

/** Sets the mode and keeps it in local storage for the next visit. */
export function setDeviceMode(next: DeviceMode): void {
  mode = next;
  writeLocal(key, next);
  apply();
}

export const readDeviceMode = (): DeviceMode => mode;

/** Starts with the stored mode, without one with the detected one; turning or docking the screen detects it again. */
export function startDeviceMode(): void {
  touchScreen.addEventListener("change", () => setDeviceMode(detectMode()));
  setDeviceMode(mode);
}

/** The mode on screen. */
export function useDeviceMode(): DeviceMode {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readDeviceMode);
}
