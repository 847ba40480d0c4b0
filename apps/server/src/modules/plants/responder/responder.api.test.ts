import { expect, test } from "vitest";
import { until } from "../../../../test/link.ts";
import { addOperator, openSafetyStage, samples, shutDownPlant } from "../../../../test/safety-stage.ts";

const stage = await openSafetyStage();
const { server } = stage;
const { open, stuck } = samples;

test("the page for responders shows a shutdown to the link alone, and no link works after it was renewed or revoked", async () => {
  const { plant } = await shutDownPlant(stage, 2);
  await plant.report([open, stuck]);
  await until(
    () => plant.get(),
    (data) => data.counts.proven === 1,
  );
  const stationId = plant.plant.id;
  const post = (name: string, body: object, authorization = plant.authorization) =>
    server.call("POST", `/workData/powerStation/${name}`, { authorization, body: { stationId, ...body } });
  const findToken = async (): Promise<string | undefined> =>
    (
      await server.call("GET", "/workData/powerStation/responder", {
        authorization: plant.authorization,
        query: { stationId },
      })
    ).envelope.data?.token;
  const read = async (token: string) =>
    (await server.call("POST", "/public/responder", { body: { token } })).envelope;
  expect(await findToken()).toBeUndefined();
  const { authorization } = await addOperator(stage, plant);
  expect((await post("responderSave", {}, authorization)).envelope.code).toBe("A0300");
  await post("responderSave", {
    switchPlaces: "Cellar",
    contacts: [{ name: "Hotline", phone: "+4930123456" }],
  });
  const first = (await findToken()) as string;
  const { code, data } = await read(first);
  expect({ code, data }).toMatchObject({
    code: "0",
    data: {
      ...{ plantName: "Roof", state: "shutting-down", units: 2, proven: 1, switchPlaces: "Cellar" },
      contacts: [{ name: "Hotline", phone: "+4930123456" }],
    },
  });
  expect(JSON.stringify(data)).not.toContain(plant.gateway.sn);
  await post("responderRenew", {});
  const second = (await findToken()) as string;
  expect((await read(first)).code).toBe("A0440");
  expect((await read(second)).code).toBe("0");
  await post("responderOff", {});
  expect((await read(second)).code).toBe("A0440");
});
