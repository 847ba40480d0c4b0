import { endpoints } from "@heliograph/contract";
import type { Api } from "./api.ts";
import { addPlant, registerGateway } from "./api.ts";
import type { Gateway, UnitReport } from "./gateway.ts";
import { startGateway } from "./gateway.ts";

const UNITS = 12;
const STEP_MS = 5 * 60_000;
const HOURS = 30;

const places = [
  { timeZone: "Pacific/Honolulu", currency: "USD", latitude: 21.3, longitude: -157.9 },
  { timeZone: "America/Denver", currency: "USD", latitude: 39.7, longitude: -105 },
  { timeZone: "America/Bogota", currency: "COP", latitude: 4.7, longitude: -74.1 },
  { timeZone: "America/Sao_Paulo", currency: "BRL", latitude: -23.6, longitude: -46.6 },
  { timeZone: "Africa/Accra", currency: "GHS", latitude: 5.6, longitude: -0.2 },
  { timeZone: "Africa/Nairobi", currency: "KES", latitude: -1.3, longitude: 36.8 },
  { timeZone: "Asia/Karachi", currency: "PKR", latitude: 24.9, longitude: 67 },
  { timeZone: "Asia/Bangkok", currency: "THB", latitude: 13.8, longitude: 100.5 },
  { timeZone: "Asia/Shanghai", currency: "CNY", latitude: 31.2, longitude: 121.5 },
  { timeZone: "Australia/Brisbane", currency: "AUD", latitude: -27.5, longitude: 153 },
  { timeZone: "Pacific/Auckland", currency: "NZD", latitude: -36.8, longitude: 174.8 },
];

/** A place where it is early afternoon, so that the sun shines on the plant whenever the specs run. */
function sunnyPlace(now: Date) {
  const hour = now.getUTCHours() + now.getUTCMinutes() / 60;
  const distance = (longitude: number): number => {
    const away = Math.abs(((hour + longitude / 15 + 24) % 24) - 13.5);
    return Math.min(away, 24 - away);
  };
  const [best] = [...places].sort((one, other) => distance(one.longitude) - distance(other.longitude));
  if (best === undefined) throw new Error("no place");
  return best;
}

export interface SunnyPlant {
  readonly stationId: string;
  readonly name: string;
  /** One of its units. */
  readonly unitId: string;
  readonly gateway: Gateway;
  /** One more report, now, with every unit at this power. */
  reportNow(powerW: number): Promise<void>;
}

/** A plant whose gateway has reported a little more than the last 24 hours, with a gap and a cloud. */
export async function makeSunnyPlant(
  api: Api,
  name: string,
  change: Parameters<typeof addPlant>[1] = {},
): Promise<SunnyPlant> {
  const place = sunnyPlace(new Date());
  const stationId = await addPlant(api, { name, ...place, ...change });
  const device = await registerGateway(api);
  await api.call(endpoints.device.add, {
    body: { stationId, sn: device.sn, registrationCode: device.code, alias: "Roof1" },
  });
  const gateway = await startGateway(device, UNITS);
  const energiesWh = Array.from({ length: UNITS }, (_, index) => 120_000 + index * 311);
  const now = Date.now();
  let reportedAt = Number.NEGATIVE_INFINITY;

  async function report(at: number, powerOf: (unit: number) => number): Promise<void> {
    // Reports one right after another: no unit makes the energy of a whole step in between.
    const elapsedMs = Math.min(STEP_MS, at - reportedAt);
    reportedAt = at;
    const units: UnitReport[] = energiesWh.map((energyWh, unit) => {
      const powerW = powerOf(unit);
      energiesWh[unit] = energyWh + (powerW * elapsedMs) / 3_600_000;
      const voltageV = powerW > 0 ? 36 + (unit % 5) * 0.4 : 0.8;
      return {
        voltageV,
        currentA: powerW / voltageV,
        tempC: 21 + powerW / 14,
        energyWh: energiesWh[unit] ?? 0,
        signalDbm: -58 - (unit % 9),
      };
    });
    await gateway.report(units, at);
  }

  const reports: Promise<void>[] = [];
  const start = now - HOURS * 3_600_000;
  for (let at = start; at < now - STEP_MS; at += STEP_MS) {
    const step = Math.round((at - start) / STEP_MS);
    // An hour of silence every day: the curve must show a hole.
    if (step % 288 >= 200 && step % 288 < 212) continue;
    const localHour = (((at / 3_600_000 + place.longitude / 15) % 24) + 24) % 24;
    const sun = Math.max(0, Math.sin(((localHour - 6) / 12) * Math.PI));
    const cloud = step % 23 < 3 ? 0.55 : 1;
    reports.push(report(at, (unit) => sun * cloud * (352 + (unit % 4) * 6)));
  }
  await Promise.all(reports);
  const reportNow = (powerW: number): Promise<void> => report(Date.now(), (unit) => powerW + unit);
  await reportNow(301);
  const { rows } = await api.call(endpoints.device.list, { query: { stationId } });
  const unit = rows.find(({ type }) => type !== "DCON");
  if (unit === undefined) throw new Error(`${name} has no units`);
  return { stationId, name, unitId: unit.deviceId, gateway, reportNow };
}
