import { endpoints } from "virtual:endpoints";
import { call } from "../../shared/api/api.ts";
import { isAllowed } from "../../shared/session/permissions.ts";

/** Whether this session may read alarms at all; without it they are not asked for. */
export async function canReadAlarms(signal: AbortSignal): Promise<boolean> {
  const response = await call(endpoints.permission.getPermission, { signal, refusalIn: "card" });
  return response !== undefined && isAllowed(response.data, "alarm:read");
}
