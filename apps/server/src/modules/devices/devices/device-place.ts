import type { DataInputOf, Device, endpoints, Language } from "@heliograph/contract";
import { MAX_DEVICE_HISTORY, MAX_PLACED_DEVICES } from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { findPlaceIds, listPlacements } from "./device-place.repository.ts";

type Place = DataInputOf<typeof endpoints.devicePage.place>;
type History = DataInputOf<typeof endpoints.devicePage.history>;

/** Where a device is and was; mount() has checked the access to it. */
export function createDevicePlaces({
  db,
  listByIds,
}: {
  db: Db;
  /** Devices visible to the caller, in the order of the ids. */
  listByIds: (scope: Scope, ids: readonly string[], language: Language) => Promise<Device[]>;
}) {
  return {
    async place(scope: Scope, deviceId: string, language: Language): Promise<Place> {
      const { above, beside, below } = await findPlaceIds(db, { deviceId, limit: MAX_PLACED_DEVICES });
      const ids = [...new Set([...above, ...beside.ids, ...below.ids])];
      const byId = new Map(
        (await listByIds(scope, ids, language)).map((device) => [device.deviceId, device]),
      );
      const pick = (wanted: readonly string[]) => wanted.flatMap((id) => byId.get(id) ?? []);
      return {
        above: pick(above),
        beside: { rows: pick(beside.ids), total: beside.total },
        below: { rows: pick(below.ids), total: below.total },
      };
    },

    async history(scope: Scope, deviceId: string): Promise<History> {
      const { rows, total } = await listPlacements(db, scope, { deviceId, limit: MAX_DEVICE_HISTORY });
      return {
        rows: rows.map((row) => ({
          ...row,
          fromAt: row.fromAt.toISOString(),
          toAt: row.toAt?.toISOString() ?? null,
        })),
        total,
      };
    },
  };
}
