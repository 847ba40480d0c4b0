import { endpoints, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makePlant } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";

const dialog = page.getByRole("dialog");
const labelled = (label: string) => dialog.getByLabelText(label, { exact: false }).first();
const sayingOf = () =>
  [...document.querySelectorAll('dialog [role="alert"]')].map((each) => each.textContent);

test("registers a new device on the way, once, and names what is refused beside its field", async () => {
  const plant = makePlant({ mayEdit: true, status: "waiting", gatewayCount: 0, unitCount: 0 });
  const server = await openConsole({ plants: [plant], at: `/station/${plant.stationId}` });
  server.reply(endpoints.device.list, { rows: [], total: 0 });
  server.reply(endpoints.device.register, { registered: 1 });
  server.reply(endpoints.device.add, () => {
    const fields = [{ path: "alias", message: messages.en["field.alias"] }];
    throw new Refusal("A0400", messages.en["code.A0400"], { fields });
  });
  await page
    .getByRole("button", { name: text("device.add"), exact: true })
    .first()
    .click();
  await expect.element(labelled(text("device.sn"))).toHaveFocus();
  await dialog.getByText(text("device.isNew")).click();
  await dialog.getByRole("button", { name: text("device.add"), exact: true }).click();
  await expect
    .poll(sayingOf)
    .toEqual([text("device.snNeeded"), text("device.codeNeeded"), text("device.modelNeeded")]);
  await labelled(text("device.sn")).fill(" op-0001 ");
  await labelled(text("device.model")).fill("OP-500");
  await dialog.getByText(text("deviceKind.OPT")).click();
  await dialog.getByRole("button", { name: text("device.makeCode") }).click();
  await dialog.getByRole("button", { name: text("device.add"), exact: true }).click();
  await expect.poll(sayingOf).toEqual([messages.en["field.alias"]]);
  const [registered] = server.listCalls(endpoints.device.register);
  expect(registered?.body).toMatchObject({ rows: [{ sn: "OP-0001", type: "OPT", model: "OP-500" }] });
  server.reply(endpoints.device.add, { deviceId: crypto.randomUUID() });
  await labelled(text("device.alias")).fill("West1");
  await dialog.getByRole("button", { name: text("device.add"), exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.device.register)).toHaveLength(1);
  expect(server.listCalls(endpoints.device.add).at(-1)?.body).toMatchObject({
    stationId: plant.stationId,
    sn: "OP-0001",
    alias: "West1",
  });
  expect(JSON.stringify(server.listCalls(endpoints.draft.save))).not.toContain("registrationCode");
});
