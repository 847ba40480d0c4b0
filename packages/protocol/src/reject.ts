/** Why a report, or a row of one, is rejected; closed, because each is counted and shown by name. */
export const REJECT_REASONS = [
  "empty",
  "too-large",
  "malformed",
  "not-utf8",
  "too-deep",
  "duplicate-key",
  "forbidden-key",
  "too-many-keys",
  "unsupported-version",
  "wrong-unit",
  "unknown-rev",
  "unknown-table",
  "unknown-unit",
  "out-of-range",
  "future",
  "time-unknown",
  "time-impossible",
  "before-installation",
  "removed",
  "other-plant",
  "unbound",
  "sequence-conflict",
  "too-many-alarms",
  "wrong-session",
  "unstorable",
] as const;

/** One reason of {@link REJECT_REASONS}. */
export type RejectReason = (typeof REJECT_REASONS)[number];

/** The only error this package throws for input of a device; `reason` is counted, the detail is for users. */
export class ProtocolError extends Error {
  readonly reason: RejectReason;

  constructor(reason: RejectReason, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? reason : `${reason}: ${detail}`, options);
    this.name = "ProtocolError";
    this.reason = reason;
  }
}
