import type { SafetyRecord } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { at, normal, openSafety, yes } from "../../../test/ui/safety-page.ts";

const record: SafetyRecord = {
  ...{ operationId: crypto.randomUUID(), kind: "shutdown", isDrill: false, string: null, unit: null },
  ...{ reason: "", byName: "Ada", acceptedAt: at, endedAt: at },
  ...{ units: 1, proven: 1, dark: 0, safeAfterS: 2 },
};
const unit = {
  deviceId: crypto.randomUUID(),
  sn: "OPT-9",
  type: "OPT",
  name: "A7",
  gatewaySn: "GW-1",
} as const;

test("lists the records of units that were opened or closed alone, and older records on request", async () => {
  const rows = [
    { ...record, operationId: crypto.randomUUID(), kind: "reset" as const, unit },
    { ...record, operationId: crypto.randomUUID(), unit },
    record,
  ];
  const server = await openSafety(normal, { stop: yes, reset: yes }, "en", (prepared) =>
    prepared.reply(endpoints.safety.records, { rows, total: 11, publicKey: "key" }),
  );
  const records = page.getByRole("region", { name: "Records", exact: true });
  const listLines = () =>
    records
      .getByRole("listitem")
      .elements()
      .map((line) => [...line.querySelectorAll(":scope > strong, :scope > strong + span")])
      .map((parts) => parts.map(({ textContent }) => textContent));
  await expect.poll(listLines).toEqual([
    ["Unit closed", "A7 · OPT-9"],
    ["Unit opened", "A7 · OPT-9"],
    ["Shutdown", "Ada"],
  ]);
  const held = server.hold(endpoints.safety.records);
  await records.getByRole("button", { name: "Older" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.safety.records).at(-1)?.query)
    .toMatchObject({ page: 2 });
  // Until they have come, the newer ones remain.
  await expect.element(records.getByText("Unit closed")).toBeVisible();
  held.release();
  await expect.element(records.getByRole("button", { name: "Older" })).toBeDisabled();
});
