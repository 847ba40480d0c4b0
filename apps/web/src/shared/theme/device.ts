import { readLocal, writeLocal } from "./local-keys.ts";

const key = "device";

/** A narrow screen that is touched, or anything else (R4.18). */
export type DeviceMode = "desktop" | "mobile";

const mobile = matchMedia("(max-width: 991px) and (pointer: coarse)");

export const readDeviceMode = (): DeviceMode => (mobile.matches ? "mobile" : "desktop");

/** Keeps the mode in local storage and on the page, as the screen is turned or docked. */
export function startDeviceMode(): void {
  const apply = (): void => {
    const mode = readDeviceMode();
    document.documentElement.dataset.device = mode;
    if (readLocal(key) !== mode) writeLocal(key, mode);
  };
  mobile.addEventListener("change", apply);
  apply();
}
