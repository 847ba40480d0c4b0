import type { DataInputOf, DeviceType, endpoints } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { isDeviceAsleep } from "../status/status.service.ts";
import type { DeviceCount } from "./power-flow.repository.ts";
import { countDevicesByStatus, readLevelPowers } from "./power-flow.repository.ts";

type PowerFlow = DataInputOf<typeof endpoints.station.powerFlow>;

/** Counts of the devices of some types; null without any. */
function countTypes(rows: readonly DeviceCount[], types: readonly DeviceType[], now: number) {
  const own = rows.filter(({ type }) => types.includes(type));
  const count = (isCounted: (row: DeviceCount) => boolean): number =>
    own.filter(isCounted).reduce((sum, row) => sum + row.count, 0);
  if (own.length === 0) return null;
  return {
    count: count(() => true),
    faultCount: count(({ status }) => status === "fault"),
    alarmCount: count(({ status }) => status === "alarm"),
    warningCount: count(({ status }) => status === "warning"),
    offlineCount: count((row) => row.status === "offline" && !isDeviceAsleep(row, now)),
    asleepCount: count((row) => isDeviceAsleep(row, now)),
  };
}

/** Power and devices of a plant by level. The endpoint has checked that the caller may see the plant's devices. */
export async function readPowerFlow(
  { db, clock }: { db: Db; clock: Clock },
  scope: Scope,
  plantId: string,
): Promise<PowerFlow> {
  const now = clock.now();
  const at = { plantId, now: new Date(now) };
  const [rows, powers] = await Promise.all([countDevicesByStatus(db, scope, at), readLevelPowers(db, at)]);
  const modules = countTypes(rows, ["OPT", "RSD"], now);
  const strings = countTypes(rows, ["SCON", "MCON"], now);
  return {
    modules: modules && { ...modules, powerW: powers.moduleW },
    strings: strings && { ...strings, powerW: powers.stringW },
    acMeter: powers.hasAcMeter ? { powerW: powers.acMeterW } : null,
  };
}
