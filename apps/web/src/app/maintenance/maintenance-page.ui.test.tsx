import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { useClock } from "../../../test/ui/clock.ts";
import { go, openConsole } from "../../../test/ui/console.tsx";
import { makePlantRow, noEvidence } from "../../../test/ui/samples.ts";
import { sessionStore } from "../../shared/session/current-session.ts";

const plant = makePlantRow({ name: "Roof under work" });
const heading = page.getByRole("heading", { level: 1 });
const stopped = page.getByRole("heading", { level: 1, name: "System under maintenance" });

test("shows the maintenance page as soon as a call is refused because of it", async () => {
  const clock = useClock();
  const server = await openConsole({ plants: [plant] });
  const session = sessionStore.read();
  if (session === undefined) throw new Error("nobody is signed in");
  sessionStore.write({ ...session, isSuper: false });
  await expect.element(heading).toMatchTextContent("plant");
  const backAt = new Date(Date.now() + 600_000).toISOString();
  server.reply(endpoints.maintenance.current, { phase: "running", backAt, popUps: [] });
  server.refuse(endpoints.station.get, "B0100", messages.en["code.B0100"]);
  go(`/station/${plant.stationId}`);
  // No time passes: the page does not wait for its next request of the state.
  await expect.element(stopped).toBeVisible();
  await expect.element(page.getByRole("listitem").filter({ hasText: plant.name })).toBeVisible();

  server.reply(endpoints.maintenance.current, { phase: "none", backAt: null, popUps: [] });
  await clock.pass(11_000);
  await expect.element(stopped).not.toBeInTheDocument();
});

test("a plant can be shut down while the service is stopped, and not reset", async () => {
  const server = await openConsole({
    plants: [plant],
    prepare: (fake) =>
      fake.reply(endpoints.maintenance.current, {
        ...{ phase: "running", backAt: new Date(Date.now() + 600_000).toISOString(), popUps: [] },
      }),
  });
  const session = sessionStore.read();
  if (session === undefined) throw new Error("nobody is signed in");
  const counts = { units: 4, sent: 0, acknowledged: 0, proven: 0, dark: 0 };
  const none = {
    ...{ operation: null, marks: [], gateways: [], unitOperations: [], units: [], strings: [] },
    mayRelease: false,
    evidence: noEvidence,
    storage: { pressedAt: null, hasWaitingReports: false },
    lastDrill: null,
  };
  server.reply(endpoints.safety.get, { ...none, state: "normal", counts });
  const no = { allowed: false };
  server.reply(endpoints.permission.checkStationOp, {
    ...{ stop: { allowed: true }, reset: { allowed: true }, open: no, close: no, edit: no },
    ...{ share: no, transfer: no, delete: no },
  } as never);
  sessionStore.write({ ...session, isSuper: false });
  await page.getByRole("button", { name: `Rapid shutdown ${plant.name}` }).click();
  await page.getByRole("button", { name: "Shut down", exact: true }).click();
  server.reply(endpoints.safety.stop, () => {
    server.reply(endpoints.safety.get, { ...none, state: "shutting-down", counts });
    return {
      ...{ operationId: crypto.randomUUID(), state: "shutting-down" as const },
      ...{ isRecorded: true, rightsAt: null },
    };
  });
  await page.getByRole("button", { name: "Shut down now" }).click();
  await expect.element(page.getByText("Shutting down, 0 of 4 proven").first()).toBeVisible();
  expect(server.listCalls(endpoints.safety.stop)[0]?.body).toMatchObject({ stationId: plant.stationId });
  await expect.element(page.getByRole("button", { name: "Reset" })).not.toBeInTheDocument();
});
