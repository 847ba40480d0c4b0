import { endpoints } from "@heliograph/contract";
import { plantDayOf } from "@heliograph/solar";
import type { Fleet, Site } from "../fleet.ts";
import type { ApiSession } from "../replay/api-session.ts";
import { createPassword, createRegistrationCode, createSerialPrefix } from "../replay/identifiers.ts";
import { ReplayError } from "../replay/replay-error.ts";
import type { FleetMemory } from "./fleet-memory.ts";

// Reserved for fictional use.
const PHONE = "+1 303 555 0101";
const GATEWAY_MODEL = "DC-500";

async function createOwner(api: ApiSession): Promise<string> {
  const tag = createSerialPrefix();
  const roles = await api.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const role = roles.rows.find(({ code }) => code === "owner");
  if (!role) throw new ReplayError("The server has no role for plant owners.");
  const { companyId } = await api.call(endpoints.account.addCompany, {
    body: {
      name: `Simulated plants ${tag}`,
      address: "Simulated",
      contact: "Heliograph simulator",
      contactPhone: PHONE,
    },
  });
  const { accountId } = await api.call(endpoints.account.addAccount, {
    body: {
      companyId,
      roleId: role.roleId,
      userName: `Simulated plants ${tag}`,
      email: `simulated-${tag.toLowerCase()}@example.org`,
      language: "en",
      password: createPassword(),
    },
  });
  return accountId;
}

function capacityKwp(site: Site): number {
  const watts = site.gateways
    .flatMap(({ arrays }) => arrays)
    .reduce((sum, { rows, columns, moduleW }) => sum + rows * columns * moduleW, 0);
  return Math.round(watts) / 1000;
}

async function addStation(api: ApiSession, site: Site, memory: FleetMemory): Promise<string> {
  const { stationId } = await api.call(endpoints.station.add, {
    body: {
      name: site.name,
      ownerId: memory.ownerId,
      installedCapacityKwp: capacityKwp(site),
      gridConnectionDate: plantDayOf(memory.beginAt, site.timeZone),
      timeZone: site.timeZone,
      currency: site.currency,
      latitude: site.latitude,
      longitude: site.longitude,
      visibility: site.visibility,
      meteringLevel: site.meteringLevel,
      tariff: { method: "fixed", price: site.price },
      personInCharge: "Simulator",
      phone: PHONE,
    },
  });
  return stationId;
}

async function addGateway(
  api: ApiSession,
  gateway: { sn: string; registrationCode: string },
  plant: { stationId: string; beginAt: number },
): Promise<void> {
  const { sn, registrationCode } = gateway;
  const { stationId, beginAt } = plant;
  await api.call(endpoints.device.register, {
    body: { rows: [{ sn, type: "DCON", model: GATEWAY_MODEL, registrationCode }] },
  });
  await api.call(endpoints.device.add, {
    body: { stationId, sn, registrationCode, installedAt: new Date(beginAt).toISOString() },
  });
}

/** Creates missing objects: owner, plants, register entries, gateways. `save` is called after each step, so that an interrupted run can continue. */
export async function createFleet(
  api: ApiSession,
  options: { fleet: Fleet; memory: FleetMemory; save(memory: FleetMemory): void },
): Promise<void> {
  const { fleet, memory, save } = options;
  if (memory.ownerId === undefined) {
    memory.ownerId = await createOwner(api);
    save(memory);
  }
  for (const site of fleet.sites) {
    let stationId = memory.stations[site.name];
    if (stationId === undefined) {
      stationId = await addStation(api, site, memory);
      memory.stations[site.name] = stationId;
      save(memory);
    }
    for (const { sn, registrationCode = createRegistrationCode() } of site.gateways) {
      if (memory.added.includes(sn)) continue;
      await addGateway(api, { sn, registrationCode }, { stationId, beginAt: memory.beginAt });
      memory.codes[sn] = registrationCode;
      memory.added.push(sn);
      save(memory);
    }
  }
}

/** Whether everything of a fleet has been entered. */
export function isEntered(fleet: Fleet, memory: FleetMemory): boolean {
  return fleet.sites.every(({ gateways }) => gateways.every(({ sn }) => memory.added.includes(sn)));
}
