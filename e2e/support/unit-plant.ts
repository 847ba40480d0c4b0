import { endpoints } from "@heliograph/contract";
import type { Api } from "./api.ts";
import { addPlant, registerGateway } from "./api.ts";
import { startGateway } from "./gateway.ts";

/** Adds a plant with a gateway and some optimizers that reports when asked to, in A at 40 V. */
export async function addUnitPlant(api: Api, name: string, unitCount: number) {
  const stationId = await addPlant(api, { name });
  const device = await registerGateway(api);
  await api.call(endpoints.device.add, { body: { stationId, sn: device.sn, registrationCode: device.code } });
  const gateway = await startGateway(device, unitCount);
  const report = (currentsA: readonly number[]): Promise<void> =>
    gateway.report(
      currentsA.map((currentA) => ({ voltageV: 40, currentA, tempC: 30, energyWh: 1000, signalDbm: -60 })),
    );
  return {
    stationId,
    name,
    sn: device.sn,
    unitSn: (unit: number) => `${device.sn.replace("DC", "OP")}-${unit}`,
    gateway,
    report,
  };
}
