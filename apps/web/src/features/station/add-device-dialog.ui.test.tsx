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
    .getByRole("link", { name: text("device.add"), exact: true })
    .first()
    .click();
  await expect.element(labelled(text("device.sn"))).toHaveFocus();
  await dialog.getByText(text("device.isNew")).click();
  await dialog.getByRole("button", { name: text("device.add"), exact: true }).click();
  await expect
    .poll(sayingOf)
    .toEqual([text("device.dconSnNeeded"), text("device.codeNeeded"), text("device.modelNeeded")]);
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

test("refuses an alias with anything but the letters A–Z, a–z and digits, beside its field [R5.1]", async () => {
  const plant = makePlant({ mayEdit: true });
  const server = await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/devices?add=gateway`,
  });
  server.refuse(endpoints.device.add, "A0404", messages.en["code.A0404"]);
  await labelled(text("device.sn")).fill("DC-ALIAS-1");
  await labelled(text("device.code")).fill("AAAABBBBCCCCDDDD");
  const alias = labelled(text("device.alias"));
  const refusal = dialog.getByText("Use only the letters A–Z and a–z and the digits 0–9");
  const send = () => dialog.getByRole("button", { name: text("device.add"), exact: true }).click();
  for (const typed of ["Roof A", "Dächer", "屋顶2", "a-b"]) {
    await alias.fill(typed);
    await send();
    await expect.element(refusal).toBeVisible();
    await expect.element(alias).toHaveAttribute("aria-invalid", "true");
  }
  await alias.fill("RoofA1");
  await send();
  await expect.element(refusal).not.toBeInTheDocument();
  await expect.poll(sayingOf).toEqual([messages.en["code.A0404"]]);
  expect(server.listCalls(endpoints.device.add).at(-1)?.body).toMatchObject({ alias: "RoofA1" });
});

test("a device with a wrong code is refused, and nothing typed is lost", async () => {
  const plant = makePlant({ mayEdit: true });
  const server = await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/devices?add=gateway`,
  });
  server.refuse(endpoints.device.add, "A0404", messages.en["code.A0404"]);
  await labelled(text("device.sn")).fill("dc-nobody-1");
  await labelled(text("device.code")).fill("AAAABBBBCCCCDDDD");
  await dialog.getByRole("button", { name: text("device.add"), exact: true }).click();
  await expect.poll(sayingOf).toEqual([messages.en["code.A0404"]]);
  await expect.element(labelled(text("device.sn"))).toHaveValue("dc-nobody-1");
  await expect.element(labelled(text("device.code"))).toHaveValue("AAAABBBBCCCCDDDD");
});
