import type { RefusedRow, RejectReason, SampleColumns, UnitType, ValueName } from "@heliograph/protocol";
import type { WatchedSwitch } from "../../safety/evidence-judge.service.ts";
import type { DatedLink, UnitRef } from "../connection/gateway-facts.ts";

/** Why a row of a report is rejected. */
export interface RejectedRow {
  readonly unit: number;
  readonly reason:
    | RefusedRow["reason"]
    | Extract<RejectReason, "other-plant" | "before-installation" | "removed" | "too-many-alarms">;
  readonly detail?: string;
}

/** Samples with their plant and slot; index i of every array is one sample. */
export interface PlacedSamples {
  readonly count: number;
  readonly plant: Uint32Array;
  readonly device: Uint32Array;
  readonly slot: Uint32Array;
  readonly kind: UnitType[];
  readonly atMs: Float64Array;
  readonly columns: Partial<Record<ValueName, Float64Array>>;
  /** The unit and link of each sample, for live values. */
  readonly refs: UnitRef[];
  readonly plantIds: string[];
  readonly rejected: readonly RejectedRow[];
}

/** Of a report without samples. */
export const emptySamples: PlacedSamples = {
  count: 0,
  plant: new Uint32Array(),
  device: new Uint32Array(),
  slot: new Uint32Array(),
  kind: [],
  atMs: new Float64Array(),
  columns: {},
  refs: [],
  plantIds: [],
  rejected: [],
};

/** Samples that may say something about a switch: its position, or voltage at the output without it. */
export function listSwitches({ columns, refs, atMs }: PlacedSamples): WatchedSwitch[] {
  const readValue = (name: ValueName, row: number) => {
    const value = columns[name]?.[row];
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  return refs.flatMap(({ deviceId }, row) => {
    const [sw, inputV, outputV] = [readValue("sw", row), readValue("vi", row), readValue("vo", row)];
    if (sw === null && outputV === null) return [];
    return [{ deviceId, atMs: atMs[row] as number, sw, inputV, outputV }];
  });
}

/** The link of an instant. */
export function findLink(links: readonly DatedLink[], atMs: number): DatedLink | undefined {
  for (const link of links) if (atMs >= link.fromAt && atMs < link.toAt) return link;
  return undefined;
}

function findRejectReason(ref: UnitRef | undefined, atMs: number): RejectedRow["reason"] {
  if (!ref) return "unknown-unit";
  if (findLink(ref.elsewhere, atMs)) return "other-plant";
  const all = [...ref.links, ...ref.elsewhere];
  return all.length > 0 && all.every(({ toAt }) => toAt <= atMs) ? "removed" : "before-installation";
}

/** A gateway's own unit 0 carries the AC meter: its power and counter are stored as every device's. */
function mergeMeter(
  columns: SampleColumns["columns"],
  refs: readonly UnitRef[],
): Partial<Record<ValueName, Float64Array>> {
  const { pa, ea, ...rest } = columns;
  const merge = (own: Float64Array | undefined, meter: Float64Array | undefined) => {
    if (!meter) return own;
    const merged = own ? own.slice() : new Float64Array(refs.length).fill(Number.NaN);
    for (let row = 0; row < refs.length; row++) {
      if (refs[row]?.kind === "DCON" && !Number.isNaN(meter[row])) merged[row] = meter[row] as number;
    }
    return merged;
  };
  const pw = merge(rest.pw, pa);
  const eh = merge(rest.eh, ea);
  return { ...rest, ...(pw && { pw }), ...(eh && { eh }) };
}

/** Gives each sample the plant and slot its unit was linked to at the sample's own time; others are rejected by row. */
export function placeRows(samples: SampleColumns, units: readonly (UnitRef | undefined)[]): PlacedSamples {
  const { count, unit, atMs } = samples;
  const plant = new Uint32Array(count);
  const device = new Uint32Array(count);
  const slot = new Uint32Array(count);
  const kind: UnitType[] = [];
  const refs: UnitRef[] = [];
  const plantIds: string[] = [];
  const kept: number[] = [];
  const rejected: RejectedRow[] = samples.refused.map(({ unit: index, reason, column }) => ({
    unit: index,
    reason,
    ...(column !== undefined && { detail: column }),
  }));
  for (let row = 0; row < count; row++) {
    const ref = units[unit[row] as number];
    const at = atMs[row] as number;
    const link = ref && findLink(ref.links, at);
    if (!ref || !link) {
      rejected.push({ unit: unit[row] as number, reason: findRejectReason(ref, at) });
      continue;
    }
    const to = kept.length;
    plant[to] = link.plantKey;
    device[to] = ref.deviceKey;
    slot[to] = link.slotKey;
    kind.push(ref.kind);
    refs.push(ref);
    plantIds.push(link.plantId);
    kept.push(row);
  }
  const isWhole = kept.length === count;
  const pick = (values: Float64Array) =>
    isWhole ? values : Float64Array.from(kept, (row) => values[row] as number);
  const columns: Partial<Record<ValueName, Float64Array>> = {};
  for (const [name, values] of Object.entries(samples.columns)) columns[name as ValueName] = pick(values);
  return {
    count: kept.length,
    plant: plant.subarray(0, kept.length),
    device: device.subarray(0, kept.length),
    slot: slot.subarray(0, kept.length),
    kind,
    refs,
    plantIds,
    atMs: pick(atMs),
    columns: mergeMeter(columns, refs),
    rejected,
  };
}
