import type { Event, EventEntry } from "@heliograph/protocol";
import { EVENT_CODE, findEventCodeName, findEventSeverity } from "@heliograph/protocol";
import type { Db } from "../../../../infra/postgres/database.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import type { AlarmService, DeviceCondition } from "../../alarms/alarms.service.ts";
import { noteIgnitions } from "../../ignitions/ignitions.service.ts";
import type { GatewayContext } from "../connection/gateway-contexts.ts";
import type { BirthFacts, DatedLink, UnitRef } from "../connection/gateway-facts.ts";
import type { LiveValues } from "./live-values.ts";
import { findOpenedByCommand } from "./opened-units.repository.ts";
import type { PlacedSamples, RejectedRow } from "./place-rows.ts";
import { placeRows } from "./place-rows.ts";

interface PlacedEntry {
  entry: EventEntry;
  unit: UnitRef;
  link: DatedLink;
}

const BY_COMMAND: ReadonlySet<number> = new Set([EVENT_CODE.dcDisconnect, EVENT_CODE.manualShutdown]);

function placeEntries(message: Event, birth: BirthFacts, at: number): PlacedEntry[] {
  return message.e.flatMap((entry) => {
    const unit = birth.units[entry[0]];
    const link = unit?.links.find(({ fromAt, toAt }) => at >= fromAt && at < toAt);
    return unit && link ? [{ entry, unit, link }] : [];
  });
}

/** Applies the entries of `up/event`: alarms, unit up and down, ignition in the log, meter readings as samples. */
export function createEventRules({ db, alarms, live }: { db: Db; alarms: AlarmService; live: LiveValues }) {
  async function applyConditions(
    context: GatewayContext,
    placed: readonly PlacedEntry[],
    at: number,
  ): Promise<RejectedRow[]> {
    const changes = placed.flatMap(({ entry, unit, link }) =>
      entry[1] === "raised" || entry[1] === "gone"
        ? [{ index: entry[0], kind: entry[1], code: entry[2], unit, link }]
        : [],
    );
    const asked = changes.filter(({ code }) => BY_COMMAND.has(code)).map(({ index }) => index);
    const opened =
      asked.length > 0 ? await findOpenedByCommand(db, context.facts.id, asked) : new Set<number>();
    const indices: number[] = [];
    const conditions = changes.flatMap(({ index, kind, code, unit, link }): DeviceCondition[] => {
      const severity = findEventSeverity(code, opened.has(index));
      // It only confirms the opening. Its end is applied, since the alarm may be older than the command.
      if (severity === undefined && kind === "raised") return [];
      indices.push(index);
      return [
        {
          plantId: link.plantId,
          deviceId: unit.deviceId,
          kind,
          faultCode: String(code),
          severity: severity ?? "warning",
          source: unit.kind,
          description: findEventCodeName(code) ?? "",
          at: new Date(at),
          intervalMs: context.facts.intervalMs,
        },
      ];
    });
    const refused = new Set(await alarms.applyDeviceConditions(conditions));
    return conditions.flatMap((condition, row) =>
      refused.has(condition)
        ? [{ unit: indices[row] as number, reason: "too-many-alarms" as const, detail: condition.faultCode }]
        : [],
    );
  }

  async function logIgnitions(gatewayId: string, placed: readonly PlacedEntry[], at: number): Promise<void> {
    const ignitions = placed.filter(({ entry }) => entry[1] === "ignition");
    if (ignitions.length === 0) return;
    await db.transaction().execute(async (trx) => {
      for (const { entry, unit, link } of ignitions) {
        await writeAudit(trx, {
          kind: "system",
          type: "device.ignition",
          plantId: link.plantId,
          objectType: "device",
          objectId: unit.deviceId,
          new: { isSuccess: entry[2] === 1, at: new Date(at).toISOString() },
          method: "link",
        });
      }
      for (const plantId of new Set(ignitions.map(({ link }) => link.plantId))) {
        const ofPlant = ignitions.filter(({ link }) => link.plantId === plantId);
        const started = ofPlant.filter(({ entry }) => entry[2] === 1).length;
        const failed = ofPlant.length - started;
        await noteIgnitions(trx, { plantId, gatewayId, at: new Date(at), started, failed });
      }
    });
  }

  async function applyUpDown(placed: readonly PlacedEntry[], at: number): Promise<void> {
    const changes = placed.filter(({ entry }) => entry[1] === "up" || entry[1] === "down");
    for (const { entry, unit } of changes) await live.setDown(unit.deviceId, entry[1] === "down", at);
  }

  return {
    /** Meter readings of the gateway's own unit 0 as samples; entries whose unit is unknown or not in the plant yet are rejected. */
    placeMeter(message: Event, birth: BirthFacts, at: number): PlacedSamples {
      const values = message.e.map(([unit, kind, value]) =>
        kind === "meter" && unit === 0 ? Number(value) : Number.NaN,
      );
      const all = placeRows(
        {
          count: message.e.length,
          unit: Uint16Array.from(message.e, ([unit]) => unit),
          atMs: new Float64Array(message.e.length).fill(at),
          columns: { eh: Float64Array.from(values) },
          refused: [],
        },
        birth.units,
      );
      const meters = all.columns.eh ?? new Float64Array();
      const rows = [...meters.keys()].filter((row) => !Number.isNaN(meters[row]));
      return {
        count: rows.length,
        plant: Uint32Array.from(rows, (row) => all.plant[row] as number),
        device: Uint32Array.from(rows, (row) => all.device[row] as number),
        slot: Uint32Array.from(rows, (row) => all.slot[row] as number),
        kind: rows.map((row) => all.kind[row] as UnitRef["kind"]),
        refs: rows.map((row) => all.refs[row] as UnitRef),
        plantIds: rows.map((row) => all.plantIds[row] as string),
        atMs: Float64Array.from(rows, () => at),
        columns: { eh: Float64Array.from(rows, (row) => meters[row] as number) },
        rejected: all.rejected,
      };
    },

    /** `isLive` is false for history, which changes no live state. Returns the entries that are rejected. */
    async apply(
      context: GatewayContext,
      message: Event,
      birth: BirthFacts,
      { at, isLive }: { at: number; isLive: boolean },
    ): Promise<RejectedRow[]> {
      const placed = placeEntries(message, birth, at);
      const refused = await applyConditions(context, placed, at);
      await logIgnitions(context.facts.id, placed, at);
      if (isLive) await applyUpDown(placed, at);
      return refused;
    },
  };
}

export type EventRules = ReturnType<typeof createEventRules>;
