import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { watchDownloads } from "../../../test/ui/downloads.ts";
import {
  allow,
  at,
  noDrills,
  normal,
  openSafety,
  operation,
  partly,
  plant,
  unit,
  yes,
} from "../../../test/ui/safety-page.ts";
import { queryClient } from "../../shared/api/queries.ts";

test("starts a drill only by a person who confirms to be at the plant, and changes its reminder", async () => {
  const server = await openSafety(normal, { stop: yes, reset: yes });
  const drills = page.getByRole("region", { name: "Drills" });
  await expect.element(drills.getByText("The whole plant has had no drill yet.")).toBeVisible();
  await drills.getByRole("button", { name: "Start drill" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a drill at Old barn?" });
  await expect.element(dialog.getByRole("button", { name: "Start drill" })).toBeDisabled();
  const missing = dialog.getByText("Confirm above that you are at the plant.");
  await expect.element(missing).toBeVisible();
  await dialog.getByRole("checkbox").click();
  await expect.element(missing).not.toBeInTheDocument();
  server.reply(endpoints.safety.startDrill, { operationId: operation.operationId });
  await dialog.getByRole("button", { name: "Start drill" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.startDrill)[0]?.body)
    .toMatchObject({ stationId: plant.stationId, isOnSite: true });
  server.reply(endpoints.safety.setDrillInterval, null);
  await drills.getByLabelText("Remind every").selectOptions("never");
  await expect
    .poll(() => server.listCalls(endpoints.safety.setDrillInterval)[0]?.body)
    .toMatchObject({ everyMonths: null });
});

test("says beside the button why no drill can be started", async () => {
  const offline = messages.en["message.shutdownOffline"];
  const server = await openSafety(normal, { stop: { allowed: false, reason: offline }, reset: yes });
  const drills = page.getByRole("region", { name: "Drills" });
  const start = drills.getByRole("button", { name: "Start drill" });
  await expect.element(drills.getByText(offline)).toBeVisible();
  await expect.element(start).toBeDisabled();
  await expect.element(start).toHaveAccessibleDescription(offline);
  // The holder may shut the plant down again, which is no drill.
  server.reply(endpoints.safety.get, partly);
  allow(server, { stop: yes, reset: yes });
  await queryClient.invalidateQueries();
  const notNormal = drills.getByText("A drill starts only while the plant is in normal operation.");
  await expect.element(notNormal).toBeVisible();
  await expect.element(start).toBeDisabled();
  server.reply(endpoints.safety.get, normal);
  await queryClient.invalidateQueries();
  await expect.element(notNormal).not.toBeInTheDocument();
  await expect.element(start).toBeEnabled();
});

test("a drill can be started without the reply about what is allowed: the server decides", async () => {
  await openSafety(normal, { stop: yes, reset: yes }, "en", (server) =>
    server.refuse(endpoints.permission.checkStationOp, "B0001", messages.en["code.B0001"]),
  );
  const drills = page.getByRole("region", { name: "Drills" });
  await expect.element(drills.getByRole("button", { name: "Start drill" })).toBeEnabled();
});

test("starts a drill of one string, and leads its starter to the string to close it", async () => {
  watchDownloads();
  const { deviceId } = unit;
  const string = { deviceId, sn: "SC-7", type: "SCON", name: "B-S2", gatewaySn: "GW-1" } as const;
  const drill = {
    ...{ byName: "Anna", startedAt: at, note: "", units: 8, proven: 8, dark: 0, safeAfterS: 6 },
    isReplaced: false,
  };
  const rows = [
    { ...drill, operationId: crypto.randomUUID(), isMine: true, string, endedAt: null },
    { ...drill, operationId: crypto.randomUUID(), isMine: true, string, endedAt: at, isReplaced: true },
    { ...drill, operationId: crypto.randomUUID(), isMine: false, string, endedAt: null },
  ];
  const server = await openSafety(normal, { stop: yes, reset: yes }, "en", (prepared) =>
    prepared.reply(endpoints.safety.drills, {
      ...{ ...noDrills, rows },
      strings: [
        { ...string, deviceId: crypto.randomUUID(), name: "B-S10", type: "MCON", units: 1 },
        { ...string, units: 8 },
      ],
    }),
  );
  const drills = page.getByRole("region", { name: "Drills" });
  // The reminder counts drills of the whole plant.
  await expect.element(drills.getByText("The whole plant has had no drill yet.")).toBeVisible();
  await expect.poll(() => drills.getByText("String B-S2", { exact: true }).elements().length).toBe(3);
  expect(drills.getByText("ended by a shutdown of the plant").elements()).toHaveLength(1);
  server.reply(endpoints.safety.record, new Blob(["{}"]));
  await drills
    .getByRole("button", { name: /^Save JSON of/ })
    .first()
    .click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.record)[0]?.query)
    .toMatchObject({ operationId: rows[0]?.operationId, format: "json" });
  await expect
    .poll(() =>
      drills
        .getByRole("link")
        .elements()
        .map((link) => link.getAttribute("href")),
    )
    .toEqual([`#/device/${string.deviceId}`]);
  await drills.getByRole("button", { name: "Start drill" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a drill at Old barn?" });
  await expect.element(dialog.getByText(/^All units are opened/)).toBeVisible();
  const options = dialog.getByRole("option");
  await expect
    .poll(() => options.elements().map(({ textContent }) => textContent))
    .toEqual(["The whole plant", "String B-S2, 8 units", "String B-S10, 1 unit"]);
  const select = dialog.getByLabelText("What is opened");
  await select.selectOptions("String B-S10, 1 unit");
  await expect.element(dialog.getByText(/^The relay of the MCON opens/)).toBeVisible();
  await select.selectOptions("String B-S2, 8 units");
  await expect.element(dialog.getByText(/^The relay of the MCON opens/)).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/^The units of this string are opened/)).toBeVisible();
  await dialog.getByRole("checkbox").click();
  server.reply(endpoints.safety.startDrill, { operationId: operation.operationId });
  await dialog.getByRole("button", { name: "Start drill" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.startDrill)[0]?.body)
    .toMatchObject({ stationId: plant.stationId, stringId: string.deviceId });
});
