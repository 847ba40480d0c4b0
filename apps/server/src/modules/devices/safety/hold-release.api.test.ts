import { expect, test } from "vitest";
import { createCompany } from "../../../../test/fixtures.ts";
import {
  addOperator,
  openSafetyPlant,
  openSafetyStage,
  shutDownPlant,
} from "../../../../test/safety-stage.ts";

const stage = await openSafetyStage();
const { db } = stage.engines;

test("a plant in normal operation gets no mark, one whose hold was released does", async () => {
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  const refused = { code: "A0440", msg: "The plant is not shut down." };
  expect(await plant.post("keepShut", { keep: true })).toMatchObject(refused);
  expect((await plant.get()).marks).toEqual([]);
  await plant.stop();
  await plant.post("releaseHold", { reason: "Inspected" });
  expect(await plant.post("keepShut", { keep: true })).toMatchObject({ code: "0" });
  expect((await plant.get()).marks).toMatchObject([{ isMine: true }]);
});

test("of the holder's company an administrator ends the hold, and no other member; nor another company's administrator", async () => {
  const { plant } = await shutDownPlant(stage, 1);
  await plant.post("releaseHold", { reason: "Begin anew" });
  const { id: companyId } = await createCompany(db);
  const holder = await addOperator(stage, plant, "installer-engineer", companyId);
  const colleague = await addOperator(stage, plant, "installer-engineer", companyId);
  const administrator = await addOperator(stage, plant, "installer-administrator", companyId);
  const stranger = await addOperator(stage, plant, "installer-administrator");
  const owner = await addOperator(stage, plant);
  expect(await holder.stop()).toMatchObject({ code: "0" });
  for (const other of [colleague, stranger, owner]) {
    expect((await other.get()).mayRelease).toBe(false);
    expect(await other.post("releaseHold", { reason: "Called" })).toMatchObject({ code: "A0312" });
  }
  expect((await administrator.get()).mayRelease).toBe(true);
  expect(await administrator.post("releaseHold", { reason: "Called" })).toMatchObject({ code: "0" });
  expect((await plant.get()).state).toBe("released");
});
