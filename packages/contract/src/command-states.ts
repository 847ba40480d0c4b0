import { z } from "zod";

/** States of a command; docs/commands.md has their meaning and what leads from one to the next. */
export const commandState = z.enum([
  "queued",
  "delivered",
  "accepted",
  "running",
  "done",
  "refused",
  "failed",
  "unconfirmed",
  "expired",
  "cancelled",
]);
export type CommandState = z.output<typeof commandState>;

/** States of a command's result at one device. */
export const commandResultState = z.enum(["waiting", "done", "failed", "unconfirmed", "unsent"]);
export type CommandResultState = z.output<typeof commandResultState>;

/** Operations of gateways, as the device link names them. */
export const commandOp = z.enum([
  "open",
  "close",
  "switch.get",
  "ignite",
  "param.get",
  "param.set",
  "param.copy",
  "relay",
  "ota.start",
  "ota.cancel",
  "fast",
  "scan",
  "restart",
  "correction.read",
]);

/**
 * Why a command, or its part at one device, has not taken effect: codes of the device link, E_SEND when sending failed, and
 * E_UNITS when the units behind the gateway changed before it was sent.
 */
export const commandCode = z.enum([
  "E_BUSY",
  "E_LOCKED",
  "E_OFFLINE",
  "E_TIMEOUT",
  "E_TYPE",
  "E_RANGE",
  "E_UNSUP",
  "E_EXPIRED",
  "E_SIGNATURE",
  "E_SPACE",
  "E_SEND",
  "E_UNITS",
]);
export type CommandCode = z.output<typeof commandCode>;
