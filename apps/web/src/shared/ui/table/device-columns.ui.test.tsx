import { measuredValues } from "virtual:measured-values";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { makeDevice, makePlant } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";
import { unitText } from "../../base/format/unit-text.ts";

const plant = makePlant();
const device = makeDevice({
  stationId: plant.stationId,
  ...Object.fromEntries(measuredValues.map(({ field }, index) => [field, index + 1])),
});

test("shows every measured value of a device in a column that sorts by it [R3.10]", async () => {
  await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/devices`,
    prepare: (server) => server.reply(endpoints.device.list, { rows: [device], total: 1 }),
  });
  const table = page.getByRole("table", { name: text("unit.title"), exact: true });
  await expect.element(table.getByText(device.sn)).toBeVisible();
  const headers = [...table.element().querySelectorAll("th")].map((header) => header.textContent);
  const cells = [...table.element().querySelectorAll("tbody tr[data-row] td")];
  for (const [index, { field, unit }] of measuredValues.entries()) {
    const title = text(`unit.${field}`);
    const column = headers.indexOf(unit === "Wh" ? title : `${title} ${unitText(unit)}`);
    expect([field, cells[column]?.textContent]).toEqual([field, expect.stringContaining(String(index + 1))]);
    (table.element().querySelectorAll("th button")[column] as HTMLElement).click();
    await expect.poll(() => location.hash).toContain(`sort=${field}`);
  }
});
