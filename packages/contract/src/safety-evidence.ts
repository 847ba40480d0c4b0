import { z } from "zod";
import { instant } from "./primitives.ts";

/** Report intervals of its gateway for which the evidence of a unit is recent. */
export const EVIDENCE_RECENT_INTERVALS = 2;
/** Shorter intervals than half of this are no reason to call a proof old, in seconds: reports take time to arrive. */
export const MIN_EVIDENCE_RECENT_S = 30;

/**
 * How the evidence of a unit that was measured open is to be read: only a recent one says that it is open now. `dark`: it is older, since
 * there is no light to measure again; `offline`: its gateway is not connected; `old`: it is older for another reason.
 */
export const evidenceAge = z.enum(["recent", "dark", "offline", "old"]);
export type EvidenceAge = z.output<typeof evidenceAge>;

/** The age of all evidence of a shutdown, by the server's clock. */
export const safetyEvidence = z.object({
  /**
   * `none`: no unit is proven open. `recent`: that of all units that are, and every gateway is online. `dark`: some are older, only
   * because of darkness. `old`: some are older for another reason, or a gateway is offline.
   */
  age: z.enum(["none", "recent", "dark", "old"]),
  /** Units whose proof is recent. */
  recent: z.int(),
  /** The oldest of the latest measurements that prove units open; null without one. */
  oldestAt: instant.nullable(),
  /** Time after the response in which no recent proof becomes older, ms; null without a recent one. */
  recentForMs: z.int().nullable(),
  /** Gateways that are not connected, with the number of their units. */
  offlineGateways: z.array(z.object({ sn: z.string(), units: z.int() })),
});
export type SafetyEvidence = z.output<typeof safetyEvidence>;
