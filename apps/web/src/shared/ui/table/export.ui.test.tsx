import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { watchDownloads } from "../../../../test/ui/downloads.ts";
import { makePlantRow } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";

const COUNT = 45;
const plants = [
  ...Array.from({ length: COUNT }, (_, index) =>
    makePlantRow({ name: `Block ${String(index).padStart(2, "0")}` }),
  ),
  makePlantRow({ name: "=1+1" }),
];

test("exports the whole list under a name that the user enters, and quotes formulas [R5.23]", async () => {
  const downloads = watchDownloads();
  await openConsole({ plants, at: "/home?sort=name" });
  await expect.poll(() => document.querySelectorAll("tbody tr[data-row]").length).toBe(20);
  await page
    .getByRole("region", { name: text("home.list"), exact: true })
    .first()
    .getByRole("button", { name: text("export.export") })
    .click();
  const dialog = page.getByRole("dialog", { name: "Export as CSV" });
  const field = dialog.getByLabelText(text("export.name"));
  await expect.element(field).toHaveFocus();
  expect((field.element() as HTMLInputElement).value).toMatch(/^Plants \d{4}-\d{2}-\d{2}$/);
  await field.fill("a/b");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => dialog.getByRole("alert").element().textContent)
    .toContain("cannot contain these characters");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("my plants");
  await userEvent.keyboard("{Enter}");
  const lines = await downloads.readLines();
  expect(downloads.names()).toEqual(["my plants.csv"]);
  expect(lines).toHaveLength(COUNT + 2);
  expect(lines[0]).toBe(
    "Number,Status,Name,Power (W),Today (kWh),Month (kWh),Year (kWh),Total (kWh),Capacity (kWp),Created,Updated",
  );
  expect(lines[1]?.split(",")[2]).toBe("'=1+1");
  await expect.element(page.getByText("my plants.csv has been exported.")).toBeVisible();
});
