import { endpoints } from "@heliograph/contract";
import type { ApiSession } from "./api-session.ts";
import { createPassword, createSerialPrefix } from "./identifiers.ts";
import type { PlantPlan } from "./plan-plant.ts";
import { PHONE } from "./plan-plant.ts";
import type { Rejection } from "./rejections.ts";
import { ReplayError } from "./replay-error.ts";

/** Owner of the replayed plants: a company of their own and its owner account. */
export async function createOwner(api: ApiSession): Promise<{ accountId: string }> {
  const tag = createSerialPrefix();
  const roles = await api.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const role = roles.rows.find(({ code }) => code === "owner");
  if (!role) throw new ReplayError("The server has no role for plant owners.");
  const { companyId } = await api.call(endpoints.account.addCompany, {
    body: {
      name: `Measured data ${tag}`,
      address: "Recorded",
      contact: "Heliograph replay",
      contactPhone: PHONE,
    },
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

/** A plant that is entered and whose gateway may connect. */
export interface PlantSetUp {
  readonly stationId: string;
  readonly gatewayId: string;
}

/** Enters the planned plant, registers its serial numbers and adds the gateway. */
export async function setUpPlant(
  api: ApiSession,
  { station, gateway, devices, installedAt }: PlantPlan,
  ownerId: string,
): Promise<PlantSetUp> {
  const { stationId } = await api.call(endpoints.station.add, { body: { ...station, ownerId } });
  await api.call(endpoints.device.register, { body: { rows: devices } });
  const { sn, registrationCode } = gateway;
  const { deviceId } = await api.call(endpoints.device.add, {
    body: { stationId, sn, registrationCode, installedAt },
  });
  return { stationId, gatewayId: deviceId };
}

/** Rejections by the device link in spite of the check. */
export async function listRejectedReports(api: ApiSession, { gatewayId }: PlantSetUp): Promise<Rejection[]> {
  const { counts, rows } = await api.call(endpoints.device.rejected, { query: { deviceId: gatewayId } });
  return counts.map(({ reason, total }) => ({
    reason: `device link: ${reason}`,
    count: total,
    first: rows.findLast((row) => row.reason === reason)?.detail ?? "",
  }));
}
