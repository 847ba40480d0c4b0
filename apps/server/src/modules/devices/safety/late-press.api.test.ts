import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openSafetyStage, samples, shutDownPlant, untilState } from "../../../../test/safety-stage.ts";

const stage = await openSafetyStage();
const { server } = stage;
const { open } = samples;

test("a reset that was held up on its way closes nothing and says so; pressed again, it resets", async () => {
  const { plant } = await shutDownPlant(stage, 2);
  await plant.report([open, open]);
  await untilState(plant, "shut-down");
  await plant.untilClockKnown();
  const pressedAt = server.clock.now();
  const press = async (sentAt: number) =>
    (
      await server.call("POST", "/workData/powerStation/urgentReset", {
        authorization: plant.authorization,
        headers: { "sent-at": new Date(sentAt).toISOString() },
        body: { stationId: plant.plant.id, name: "Roof", idempotencyKey: randomUUID() },
      })
    ).envelope;
  server.clock.advance(30_001);
  expect(await press(pressedAt)).toMatchObject({
    code: "A0440",
    msg: "This arrived more than 30 seconds after it was sent, and was not carried out. Check the plant, then try again.",
  });
  expect((await plant.get()).state).toBe("shut-down");
  expect(await press(server.clock.now() - 30_000)).toMatchObject({ code: "0", data: { state: "resetting" } });
});

test("a shutdown that was held up on its way is carried out", async () => {
  const { plant } = await shutDownPlant(stage, 1);
  expect(
    (
      await server.call("POST", "/workData/powerStation/urgentStop", {
        authorization: plant.authorization,
        headers: { "sent-at": new Date(server.clock.now() - 600_000).toISOString() },
        body: { stationId: plant.plant.id, idempotencyKey: randomUUID() },
      })
    ).envelope,
  ).toMatchObject({ code: "0" });
});
