import type { Endpoint } from "@heliograph/contract";
import { allEndpoints, companyWideIds } from "@heliograph/contract";
import { expect, test } from "vitest";
import { createSamples } from "../../test/access-samples.ts";
import { digestTables } from "../../test/actors.ts";
import { createAccount, createPlant, createSession, ensurePlatform } from "../../test/fixtures.ts";
import { openTestStage } from "../../test/stage.ts";

// An account limited to chosen plants can do nothing that concerns its whole company or the platform.

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const samples = createSamples();
const { companyId: operatorId } = await ensurePlatform(engines.db);
const plant = await createPlant(engines.db);

async function createLimited(roleCode: string, companyId: string) {
  const account = await createAccount(engines.db, { roleCode, companyId, plantIds: [plant.id] });
  const steppedUpAt = new Date(server.clock.now());
  return { ...account, ...(await createSession(engines.db, { accountId: account.id, steppedUpAt })) };
}

const nodesOf = ({ access: { who } }: Endpoint): readonly string[] => (Array.isArray(who) ? who : []);
const isCompanyWide = (endpoint: Endpoint): boolean => {
  const nodes = nodesOf(endpoint);
  const { kind } = endpoint.access.scope;
  return kind === "platform" || (nodes.length > 0 && nodes.every((node) => companyWideIds.has(node)));
};
const refused = allEndpoints.filter(isCompanyWide);

/** Changes by permission that address neither a plant nor an account; a new one is reviewed and added here. */
const reviewed = [
  // The new account is limited too, and has access to no plant until one of the caller's is chosen for it.
  "/account/add",
  "/account/invite",
  // Each alarm's plant is checked: one of a plant beyond the caller's reach has no result.
  "/alarm/acknowledge",
  "/alarm/batchClear",
  "/alarm/forceClear",
  // The account's own webhooks: before each request the plants are checked as for a mail, its chosen list included.
  "/alarm/webhook/add",
  "/alarm/webhook/delete",
  "/alarm/webhook/redeliver",
  "/alarm/webhook/replaceSecret",
  "/alarm/webhook/test",
  "/alarm/webhook/update",
  // Only plants in scope, read again when the export runs and checked when its file is downloaded.
  "/index/earnings/export",
  // Only plants in scope, evaluated again when the report is written and when its file is downloaded.
  "/report/create",
  // The account's own schedules: plants are checked before each mail.
  "/report/schedule/add",
  "/report/schedule/update",
  // The caller must be able to operate every plant of the campaign; devices of others are not found.
  "/system/upgrade/add",
  "/system/upgrade/cancel",
  "/system/upgrade/pause",
  "/system/upgrade/resume",
  // Only devices of plants in scope, evaluated again when the export runs and when its file is downloaded.
  "/workData/device/export",
  // Rows of a file, kept for the account; its plant is checked when it is named, and when they are checked and written.
  "/workData/device/import/columns",
  "/workData/device/import/edit",
  "/workData/device/import/read",
  // Only devices in scope, evaluated again when the export runs and when its file is downloaded.
  "/workData/device/series/export",
  // The plant belongs to the account that adds it, or to a colleague.
  "/workData/powerStation/add",
  // Only plants in scope, evaluated again when the export runs and when its file is downloaded.
  "/workData/powerStation/export",
  // It belongs to the account until a plant takes it, which is checked then.
  "/workData/powerStation/picture",
  // Each plant is checked: one beyond the caller's reach has no result.
  "/workData/powerStation/sharePlants",
  "/workData/powerStation/tags",
];

test("allows a limited account only changes of plants, of accounts in scope, and those reviewed here [R6.6]", () => {
  const open = allEndpoints.filter(
    (endpoint) =>
      endpoint.method !== "GET" &&
      nodesOf(endpoint).length > 0 &&
      !isCompanyWide(endpoint) &&
      !["plant", "account"].includes(endpoint.access.scope.kind),
  );
  expect(open.map(({ path }) => path).sort()).toEqual(reviewed);
});

test("refuses changes of the whole company or platform by limited accounts, ROOT included [R6.6]", async () => {
  const limited = [
    await createLimited("distributor-administrator", plant.companyId),
    await createLimited("platform-administrator", operatorId),
    await createLimited("ROOT", operatorId),
  ];
  expect(refused.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/company/add",
      "/company/update",
      "/company/delete",
      "/role/add",
      "/role/update",
    ]),
  );
  const before = await digestTables(engines.db, ["refusal_counts"]);
  for (const endpoint of refused) {
    const { query, body, file } = samples.get(endpoint)?.() ?? {};
    for (const { authorization } of limited) {
      const { envelope } = await server.call(endpoint.method, endpoint.path, {
        authorization,
        query,
        body: file ?? body,
        ...(file && { headers: { "content-type": String(endpoint.upload?.contentTypes[0]) } }),
      });
      expect([endpoint.path, envelope.code]).toEqual([endpoint.path, "A0300"]);
    }
  }
  expect(await digestTables(engines.db, ["refusal_counts"])).toEqual(before);
});

test("shows company-wide permissions as disabled to a limited account [R6.6]", async () => {
  const { authorization } = await createLimited("distributor-administrator", plant.companyId);
  const { envelope } = await server.call("GET", "/permission/getPermission", { authorization });
  const { perms } = envelope.data as { perms: string[] };
  expect(perms).toEqual(expect.arrayContaining(["station:read", "account:add", "company:read"]));
  expect(perms.filter((id) => companyWideIds.has(id))).toEqual([]);
});

test("refuses to change one's own plant access [R6.6]", async () => {
  const root = await createAccount(engines.db, { roleCode: "ROOT", companyId: operatorId });
  const { authorization } = await createSession(engines.db, { accountId: root.id });
  const { envelope: detail } = await server.call("GET", "/account/detail", {
    authorization,
    query: { accountId: root.id },
  });
  const { envelope } = await server.call("POST", "/account/scope", {
    authorization,
    body: { accountId: root.id, revision: detail.data.revision, kind: "plants", stationIds: [] },
  });
  expect(envelope.code).toBe("A0300");
});
