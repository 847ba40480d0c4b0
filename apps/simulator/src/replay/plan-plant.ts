import type { BodyInputOf } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { BirthUnit } from "@heliograph/protocol";
import { checkMessage } from "@heliograph/protocol";
import { dayRange } from "@heliograph/solar";
import type { Inventory } from "../gateway/gateway-options.ts";
import { createBirth } from "../gateway/link-messages.ts";
import { createRegistrationCode, createSerialPrefix } from "./identifiers.ts";
import type { Recording } from "./recording.ts";
import { columnsOf, GATEWAY_TABLE, UNIT_TABLE } from "./recording.ts";
import { ReplayError } from "./replay-error.ts";
import { recordedDays } from "./shift.ts";

// Reserved for fictional use.
export const PHONE = "+1 303 555 0100";
const GATEWAY_MODEL = "REPLAY-1";

type RegisterBody = BodyInputOf<typeof endpoints.device.register>;

/** Everything to create a recording's plant, as expected by the API and the device link. */
export interface PlantPlan {
  readonly recording: Recording;
  /** The plant, without its owner. */
  readonly station: BodyInputOf<typeof endpoints.station.add>;
  readonly gateway: RegisterBody["rows"][number];
  /** The gateway and its units. */
  readonly devices: RegisterBody["rows"];
  readonly installedAt: string;
  readonly inventory: Inventory;
}

function stationOf(name: string, recording: Recording): PlantPlan["station"] {
  const { place, installedCapacityKwp, meteringLevel } = recording;
  return {
    name,
    installedCapacityKwp,
    meteringLevel,
    ...place,
    gridConnectionDate: recordedDays(recording).firstDay,
    tariff: { method: "fixed", price: "0.15" },
    personInCharge: "Measured data",
    phone: PHONE,
  };
}

function inventoryOf(recording: Recording, units: readonly BirthUnit[]): Inventory {
  return {
    model: GATEWAY_MODEL,
    hw: "1",
    sw: "1.0",
    intervalS: recording.intervalS,
    capabilities: [],
    units,
    columns: {
      ...(recording.gatewayValues.length > 0 && { [GATEWAY_TABLE]: columnsOf(recording.gatewayValues) }),
      ...(recording.unitValues.length > 0 && { [UNIT_TABLE]: columnsOf(recording.unitValues) }),
    },
  };
}

/** Throws ReplayError for input that the server or its device link would refuse, so that no partial plant is created. */
function checkPlan(file: string, { station, devices, gateway, inventory }: PlantPlan): void {
  const checks = [
    () => endpoints.station.add.body!.parse(station),
    () => endpoints.device.register.body!.parse({ rows: devices }),
    () =>
      checkMessage("upBirth", createBirth(gateway.sn, inventory, { session: 1, rev: 1, clock: "ntp", t: 0 })),
  ];
  for (const check of checks) {
    try {
      check();
    } catch (cause) {
      throw new ReplayError(`${file} makes no valid plant: ${(cause as Error).message}`, { cause });
    }
  }
}

/**
 * Plans a recording's plant. The units are registered with codes that are never used: the gateway's birth adopts them, each
 * with its slot; the gateway is there from the first recorded day, so that history counts. Throws ReplayError.
 */
export function planPlant(file: string, name: string, recording: Recording): PlantPlan {
  const prefix = createSerialPrefix();
  const gateway = {
    sn: `${prefix}-GW`,
    type: "DCON" as const,
    model: GATEWAY_MODEL,
    registrationCode: createRegistrationCode(),
  };
  const units = recording.units.map(({ serial, type, model }) => ({
    sn: `${prefix}-${serial}`,
    type,
    model,
    registrationCode: createRegistrationCode(),
  }));
  const birthUnits = units.map(
    ({ sn, type, model }, index): BirthUnit => [
      index + 1,
      sn,
      type,
      model,
      "1",
      "1.0",
      { parent: 0, pos: recording.units[index]!.label },
    ],
  );
  const { fromAt } = dayRange(recordedDays(recording).firstDay, recording.place.timeZone);
  const plan: PlantPlan = {
    recording,
    station: stationOf(name, recording),
    gateway,
    devices: [gateway, ...units],
    installedAt: new Date(fromAt).toISOString(),
    inventory: inventoryOf(recording, birthUnits),
  };
  checkPlan(file, plan);
  return plan;
}
