import { endpoints } from "@heliograph/contract";
import type { BirthUnit } from "@heliograph/protocol";
import { dayRange } from "@heliograph/solar";
import type { ApiSession } from "./api-session.ts";
import { createPassword, createRegistrationCode, createSerialPrefix } from "./identifiers.ts";
import type { Recording } from "./recording.ts";
import { ReplayError } from "./replay-error.ts";
import { recordedDays } from "./shift.ts";

// Reserved for fiction; no one is called.
const PHONE = "+1 303 555 0100";
const GATEWAY_MODEL = "REPLAY-1";

/** Whom the replayed plants belong to: a company of their own and its owner account. */
export async function createOwner(api: ApiSession): Promise<{ accountId: string }> {
  const tag = createSerialPrefix();
  const roles = await api.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const role = roles.rows.find(({ code }) => code === "owner");
  if (!role) throw new ReplayError("The server has no role for plant owners.");
  const { companyId } = await api.call(endpoints.account.addCompany, {
    body: { name: `Measured data ${tag}` },
  });
  return await api.call(endpoints.account.addAccount, {
    body: {
      companyId,
      roleId: role.roleId,
      userName: `Measured data ${tag}`,
      email: `replay-${tag.toLowerCase()}@example.org`,
      language: "en",
      password: createPassword(),
    },
  });
}

/** A plant with its devices, ready for the gateway's first connection. */
export interface PlantSetUp {
  readonly stationId: string;
  readonly gatewaySn: string;
  readonly registrationCode: string;
  readonly units: readonly BirthUnit[];
}

function addStation(api: ApiSession, plan: { name: string; ownerId: string; recording: Recording }) {
  const { name, ownerId, recording } = plan;
  const { place, installedCapacityKwp, meteringLevel } = recording;
  return api.call(endpoints.station.add, {
    body: {
      name,
      ownerId,
      installedCapacityKwp,
      meteringLevel,
      ...place,
      gridConnectionDate: recordedDays(recording).firstDay,
      tariff: { method: "fixed", price: "0.15" },
      personInCharge: "Measured data",
      phone: PHONE,
    },
  });
}

/**
 * Enters the plant, registers its serial numbers and adds the gateway from the first recorded day on, so that history counts.
 * The units are registered with codes nobody needs: the gateway's birth brings them in, each with its slot.
 */
export async function setUpPlant(
  api: ApiSession,
  plan: { name: string; ownerId: string; recording: Recording },
): Promise<PlantSetUp> {
  const { recording } = plan;
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
  const { stationId } = await addStation(api, plan);
  await api.call(endpoints.device.register, { body: { rows: [gateway, ...units] } });
  const { firstDay } = recordedDays(recording);
  const installedAt = new Date(dayRange(firstDay, recording.place.timeZone).fromAt).toISOString();
  const { sn, registrationCode } = gateway;
  await api.call(endpoints.device.add, { body: { stationId, sn, registrationCode, installedAt } });
  return {
    stationId,
    gatewaySn: sn,
    registrationCode,
    units: units.map((unit, index) => [
      index + 1,
      unit.sn,
      unit.type,
      unit.model,
      "1",
      "1.0",
      { parent: 0, pos: recording.units[index]!.label },
    ]),
  };
}
