import type { Endpoint } from "@heliograph/contract";
import { allEndpoints, messages } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createSamples } from "../../test/access-samples.ts";
import { digestTables } from "../../test/actors.ts";
import { createAccount, createSession } from "../../test/fixtures.ts";
import { openTestStage } from "../../test/stage.ts";

// Changes to one's own account and public calls: no request body has a field that grants rights (security: rule 3).

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const { id } = await createAccount(engines.db, { roleCode: "owner" });
const { authorization } = await createSession(engines.db, { accountId: id });

/** Fields of these bodies that are named like a column. A new one is reviewed and added here. */
const weighed: Record<string, readonly string[]> = {
  "/token/login": ["endpoint"],
  "/token/anonymous": ["endpoint"],
  "/token/ticket": ["endpoint"],
  "/token/passkey": ["endpoint"],
  "/token/secondFactor": ["challenge", "code"],
  "/user/sessions/end": ["sessionId"],
  "/user/settings/totp": ["code"],
  "/user/settings/passkey": ["name"],
  "/registry/register": ["code", "target", "userName"],
  "/forgetPassword/updatePassword": ["code", "target"],
  "/user/settings/sendCode": ["target"],
  "/user/settings/bind": ["code", "target"],
  "/user/settings/updateMessageNotify": ["emailNotify"],
  "/user/apiKey/add": ["days", "mqtt", "name", "permissionIds", "plants"],
  "/user/settings/updateAlarmMails": [
    "digest",
    "hasRecovery",
    "isOn",
    "maxPerHour",
    "minSeverity",
    "plants",
    "quietFrom",
    "quietTo",
    "quietZone",
    "timeZone",
  ],
  "/user/settings/updateUserInfo": ["contact", "language", "nickname", "salutation", "userName"],
  "/user/draft": ["body", "form", "id", "revision"],
  "/user/deviceView/save": ["columns", "isDefault", "kind", "name", "query"],
  "/user/plantView/save": ["columns", "isDefault", "kind", "name", "query"],
  "/report/schedule/delete": ["scheduleId"],
  "/job/cancel": ["jobId"],
  "/job/delete": ["jobId"],
};

const isSelfService = ({ body, access: { who } }: Endpoint): boolean =>
  body !== undefined && (who === "public" || who === "anonymous" || who === "signed-in");
const selfService = allEndpoints.filter(isSelfService);
const samples = createSamples();

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Every column of every table in both spellings, and further names an attacker would try. */
async function listNames(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    engines.db,
  );
  return [
    ...new Set([
      ...rows.flatMap(({ name }) => [name, camel(name)]),
      "isSuper",
      "perms",
      "permissions",
      "role",
      "public",
    ]),
  ];
}

test.each(selfService.map((endpoint) => [endpoint.path, endpoint] as const))(
  "%s refuses column names other than its own fields, and __proto__",
  async (path, endpoint) => {
    const { body = {} } = samples.get(endpoint)?.() ?? {};
    const before = await digestTables(engines.db, []);
    const call = async (payload: object | string) =>
      await server.call(endpoint.method, path, {
        ...(endpoint.access.who !== "public" && { authorization }),
        body: payload,
        headers: { "content-type": "application/json" },
      });
    const names = await listNames();
    const { envelope } = await call(Object.fromEntries(names.map((name) => [name, "ROOT"])));
    expect(envelope.code).toBe("A0400");
    const fields = envelope.data.fields as { path: string; message: string }[];
    const unknown = fields.filter(({ message }) => message === messages.en["field.unknown"]);
    const known = names.filter((name) => !unknown.some((field) => field.path === name));
    expect(known.sort()).toEqual(weighed[path] ?? []);
    const polluted = await call(
      `{"__proto__":{"isSuper":true,"roleId":"ROOT"},${JSON.stringify(body).slice(1)}`.replace(",}", "}"),
    );
    expect(polluted.statusCode).toBe(400);
    expect(({} as { isSuper?: boolean }).isSuper).toBeUndefined();
    expect(await digestTables(engines.db, [])).toEqual(before);
  },
);
