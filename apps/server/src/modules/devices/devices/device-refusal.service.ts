import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../errors.ts";

/** Longer than finding a device takes, ms. */
const STEP_MS = 50;

/**
 * Refuses a serial number and code, at a whole step after the call began (`performance.now()`): how long the search took
 * would show whether the device is registered, and whether others have it.
 */
export async function refuseDevice(startedAt: number): Promise<never> {
  await delay(STEP_MS - ((performance.now() - startedAt) % STEP_MS));
  throw new AppError("A0240", { messageKey: "message.registrationRefused" });
}
