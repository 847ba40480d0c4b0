import type { DataOf, endpoints } from "@heliograph/contract";
import { noEvidence } from "./samples.ts";

/** A plant with nothing to open. */
export const normalSafety: DataOf<typeof endpoints.safety.get> = {
  state: "normal",
  operation: null,
  marks: [],
  counts: { units: 0, sent: 0, acknowledged: 0, proven: 0, dark: 0 },
  unitOperations: [],
  evidence: noEvidence,
  gateways: [],
  units: [],
  strings: [],
  mayRelease: false,
  storage: { pressedAt: null, hasWaitingReports: false },
  lastDrill: null,
};
