import { z } from "zod";

/** How far one device of a campaign is, in the order in which it happens; docs/upgrades.md explains each. */
export const upgradeState = z.enum([
  "queued",
  "offered",
  "downloading",
  "verified",
  "applying",
  "rebooting",
  "confirmed",
  "failed",
  "skipped",
]);
export type UpgradeState = z.output<typeof upgradeState>;

/** Why a device failed or was skipped: codes of the device link, and what the server found. */
export const upgradeReason = z.enum([
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
  /** The device is no longer of the type, model and hardware that the firmware is for. */
  "mismatch",
  /** The device already runs this version or a newer one. */
  "notOlder",
  /** The device is in no plant, or its plant can no longer be operated by the account that created the campaign. */
  "noAccess",
  "cancelled",
  /** The plant is shut down: an upgrade could close a unit that is held open. */
  "held",
  /** The gateway reported no progress, although it was online. */
  "noProgress",
  /** The device runs another version than the one it was sent. */
  "otherVersion",
  /** The content that arrived is not the content that was signed. */
  "damaged",
  /** Any other reason of the device. */
  "device",
]);
export type UpgradeReason = z.output<typeof upgradeReason>;

export const campaignState = z.enum(["running", "paused", "done", "cancelled"]);
export type CampaignState = z.output<typeof campaignState>;

/**
 * Why a campaign is paused: by a user, at its failure limit, because its author may no longer upgrade devices, because
 * upgraded units produce less than their neighbors, or because their production could not be compared for a week.
 */
export const pauseReason = z.enum(["user", "failures", "author", "yield", "noYield"]);
export type PauseReason = z.output<typeof pauseReason>;
