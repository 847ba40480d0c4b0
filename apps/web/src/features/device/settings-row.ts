import { endpoints } from "virtual:endpoints";
import type { DeviceSettings } from "@heliograph/contract";
import { dropPath, queryClient, queryOf } from "../../shared/api/queries.ts";

/** A device's settings as the record of a form that changes them. */
export const toSettingsRow = (settings: DeviceSettings) => ({
  initial: settings,
  fixed: { deviceId: settings.deviceId, revision: settings.revision },
});

/** The record again, after another user has changed the device. */
export async function rereadSettings(deviceId: string) {
  await dropPath(endpoints.devicePage.settings.path);
  return toSettingsRow(await queryClient.fetchQuery(queryOf(endpoints.devicePage.settings, { deviceId })));
}
