import type { LedgerRow } from "@heliograph/contract";

/** `sent`: what was sent while the database was unavailable, which is recorded later. */
type TimeName = "countdown" | "deadline" | "accepted" | "sent" | "rights";

/** What a row of the ledger records beside its kind, not yet in a language. */
export type LedgerFact =
  | { readonly type: "flag"; readonly name: "drill" | "allUnits" }
  | { readonly type: "text"; readonly name: "device" | "reason" | "note" | "gateway"; readonly text: string }
  | {
      readonly type: "time";
      readonly name: TimeName;
      readonly at: string;
    }
  | { readonly type: "count"; readonly name: "units" | "failed"; readonly count: number }
  | {
      readonly type: "list";
      readonly name: "units" | "offline" | "left" | "drills";
      readonly items: readonly string[];
    }
  | { readonly type: "command"; readonly op: "open" | "close" | "relay" }
  | { readonly type: "reply"; readonly state: string; readonly code: string };

type Detail = LedgerRow["detail"];

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isOp = (value: unknown): value is "open" | "close" | "relay" =>
  value === "open" || value === "close" || value === "relay";

const toText = (name: "device" | "reason" | "note" | "gateway", value: unknown): LedgerFact[] =>
  isText(value) ? [{ type: "text", name, text: value }] : [];

const toTime = (name: TimeName, value: unknown): LedgerFact[] =>
  isText(value) ? [{ type: "time", name, at: value }] : [];

const toList = (name: "units" | "offline" | "left" | "drills", items: readonly string[]): LedgerFact[] =>
  items.length > 0 ? [{ type: "list", name, items }] : [];

const listTexts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);

/** The serial number, or the number that the gateway gives the unit. */
function nameUnit(unit: unknown): string {
  if (typeof unit !== "object" || unit === null) return `#${String(unit)}`;
  const { sn, unit: number } = unit as { sn?: unknown; unit?: unknown };
  return isText(sn) ? sn : `#${String(number)}`;
}

function listUnits(units: unknown): LedgerFact[] {
  if (units === "all") return [{ type: "flag", name: "allUnits" }];
  if (typeof units === "number") return [{ type: "count", name: "units", count: units }];
  return Array.isArray(units) ? toList("units", units.map(nameUnit)) : [];
}

/** What the gateway replied, and at how many units it had no effect. */
function listReply({ state, code, results }: Detail): LedgerFact[] {
  if (!isText(state)) return [];
  const failed = Array.isArray(results)
    ? results.filter((result) => Array.isArray(result) && result[1] !== 0).length
    : 0;
  return [
    { type: "reply", state, code: isText(code) ? code : "" },
    ...(failed > 0 ? [{ type: "count", name: "failed", count: failed } as const] : []),
  ];
}

/** The facts of a row, except those of a changed state, which have a sentence of their own. */
export function listLedgerFacts({ kind, detail }: Pick<LedgerRow, "kind" | "detail">): LedgerFact[] {
  const isOpening = kind === "stop" || kind === "unitOpen";
  return [
    ...(detail.drill === true ? [{ type: "flag", name: "drill" } as const] : []),
    ...toText("device", detail.sn),
    ...toText("reason", detail.reason),
    ...toText("note", detail.note),
    // What opens is repeated after the countdown; what closes has no effect after its deadline.
    ...toTime(isOpening ? "countdown" : "deadline", detail.deadline),
    ...toTime("accepted", detail.acceptedAt),
    ...toTime("sent", detail.sentAt),
    ...toTime("rights", detail.rightsAsOf),
    ...(isOp(detail.op) ? [{ type: "command", op: detail.op } as const] : []),
    ...toText("gateway", detail.gateway),
    ...listReply(detail),
    ...listUnits(detail.units),
    ...toList("offline", listTexts(detail.offline)),
    ...toList("left", listTexts(detail.left)),
    ...toList("drills", listTexts(detail.drills)),
  ];
}
