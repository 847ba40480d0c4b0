import { createHash } from "node:crypto";
import type { FieldProblem, PlaceChange, PlaceChangeKind, PlaceChangeNote } from "@heliograph/contract";
import { MAX_CHANGED_DEVICES } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { AuditEntry } from "../../base/audit/audit.service.ts";
import type { LinkEditor } from "../placements/placements.service.ts";
import type { PlacedDevice, PlantFacts } from "./moves.repository.ts";

/** A change of the last minutes has no past: reports of that time are hardly counted yet. */
const PAST_MS = 15 * 60_000;

/** One transaction in which a change is checked, and made. */
export interface ChangeStage {
  readonly trx: Transaction;
  readonly links: LinkEditor;
  readonly actor: Actor;
  readonly nowMs: number;
}

/** What a device is and where it is after a change. */
export interface ChangedDevice {
  readonly device: Pick<PlacedDevice, "deviceId" | "sn" | "alias" | "type">;
  readonly kind: PlaceChangeKind;
  readonly stationName: string;
  readonly slotLabel: string;
  readonly parentSn: string | null;
}

/** A change as it was checked: what it does, and how it is made. */
export interface PlannedChange {
  readonly plant: PlantFacts;
  /** Plants whose devices change. */
  readonly plantIds: readonly string[];
  readonly fromAt: Date;
  /** Everything that decides what happens: it is made only as it was shown. */
  readonly basis: readonly unknown[];
  readonly shownDeviceId: string | null;
  readonly devices: readonly ChangedDevice[];
  /** Devices whose energy since then counts elsewhere, or no longer. */
  readonly uncounted: readonly PlacedDevice[];
  /** Devices whose alarms end. */
  readonly leavingIds: readonly string[];
  readonly notes: readonly PlaceChangeNote[];
  /** Makes the change; returns further plants that it concerns. */
  apply(): Promise<readonly string[]>;
}

export const refuseField = (problem: FieldProblem): AppError => new AppError("A0400", { fields: [problem] });

/** A moment on the clock of a plant, as it is written in a sentence. */
export const formatMoment = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);

/** When a change holds from: as given, after the stays that it ends, and not in the future. */
export function decideFromAt(
  given: string | undefined,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
  bounds: { readonly after: readonly Date[]; readonly since?: readonly (Date | null)[] },
): Date {
  const fromAt = given === undefined ? nowMs : Date.parse(given);
  const after = Math.max(...bounds.after.map(Number));
  const since = Math.max(
    after,
    ...(bounds.since ?? []).map((at) => at?.getTime() ?? Number.NEGATIVE_INFINITY),
  );
  if (fromAt <= after || fromAt < since || fromAt > nowMs)
    throw refuseField({
      path: "fromAt",
      key: "field.changeDate",
      params: { from: formatMoment(new Date(since), timeZone) },
    });
  return new Date(fromAt);
}

export function isOfPast(fromAt: Date, nowMs: number): boolean {
  return fromAt.getTime() < nowMs - PAST_MS;
}

/** The same as long as nothing that the change depends on is different. */
export function toRevision({ basis, fromAt, devices }: PlannedChange): string {
  const text = JSON.stringify([basis, fromAt.getTime(), devices]);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** A log entry about a device of a plant, by the caller. */
export const logEntry = (
  { actor }: ChangeStage,
  plant: PlantFacts,
  entry: Pick<AuditEntry, "type" | "objectId" | "original" | "new">,
): AuditEntry => ({
  ...entry,
  kind: "operation",
  actorId: actor.scope.accountId,
  companyId: plant.companyId,
  plantId: plant.plantId,
  objectType: "device",
  method: "api",
  address: actor.address,
});

export function toResponse(
  planned: PlannedChange,
  shown: Pick<PlaceChange, "state" | "energyWh" | "alarmCount">,
): PlaceChange {
  const { plant, devices, fromAt, shownDeviceId, notes } = planned;
  return {
    ...shown,
    revision: toRevision(planned),
    fromAt: fromAt.toISOString(),
    shownDeviceId,
    stationId: plant.plantId,
    stationName: plant.name,
    timeZone: plant.timeZone,
    devices: {
      rows: devices.slice(0, MAX_CHANGED_DEVICES).map(({ device, ...change }) => ({
        deviceId: device.deviceId,
        sn: device.sn,
        alias: device.alias,
        type: device.type,
        ...change,
      })),
      total: devices.length,
    },
    notes: [...notes],
  };
}
