import { expect } from "vitest";
import type { TestApp } from "./app.ts";

const hourMs = 3_600_000;

export const inHours = (server: TestApp, hours: number): string =>
  new Date(server.clock.now() + hours * hourMs).toISOString();

/** Adds a disabled pop-up; by default shown and running since now, for an hour. */
export async function addPopUp(
  server: TestApp,
  authorization: string,
  change: Record<string, unknown> = {},
): Promise<{ maintenanceId: string; version: number }> {
  const { envelope } = await server.call("POST", "/system/maintenance/add", {
    authorization,
    body: {
      name: "Database upgrade",
      kind: "web",
      previewAt: inHours(server, 0),
      serviceStopAt: inHours(server, 0),
      serviceRestartAt: inHours(server, 1),
      ...change,
    },
  });
  expect(envelope).toMatchObject({ code: "0" });
  return { maintenanceId: envelope.data.maintenanceId, version: 1 };
}

export async function switchPopUp(
  server: TestApp,
  authorization: string,
  body: { maintenanceId: string; version: number; isOn: boolean },
): Promise<void> {
  const { envelope } = await server.call("POST", "/system/maintenance/switch", { authorization, body });
  expect(envelope.code).toBe("0");
}

/** Adds a pop-up and enables it. */
export async function startPopUp(
  server: TestApp,
  authorization: string,
  change: Record<string, unknown> = {},
): Promise<{ maintenanceId: string; version: number }> {
  const { maintenanceId } = await addPopUp(server, authorization, change);
  await switchPopUp(server, authorization, { maintenanceId, version: 1, isOn: true });
  return { maintenanceId, version: 2 };
}
