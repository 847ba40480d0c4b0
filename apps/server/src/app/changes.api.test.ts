import type { Endpoint } from "@heliograph/contract";
import { allEndpoints } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ChangeSubject } from "../../test/change-subjects.ts";
import { createChangeSubjects } from "../../test/change-subjects.ts";
import { openTestStage } from "../../test/stage.ts";
import type { Json } from "./json-schema.ts";
import { toJsonSchema } from "./json-schema.ts";

// For every update endpoint of the contract: absent fields stay unchanged, and null clears a field. A new endpoint is found
// by its path and fails until test/change-subjects.ts creates its object.

type Values = Record<string, unknown>;

const isUpdate = ({ method, path, body }: Endpoint): boolean =>
  method === "POST" && body !== undefined && /\/(update(?!Password)\w*|settings|scope)$/.test(path);
const updates = allEndpoints.filter(isUpdate);
const identity = /^(\w+Id|revision|version)$/;

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const { authorization, subjects } = await createChangeSubjects(engines, server);

const bodyOf = (endpoint: Endpoint): Json =>
  toJsonSchema(endpoint.body as NonNullable<Endpoint["body"]>, "input");

/** Paths of the fields in a body, those of the objects in it included. */
function listPaths({ properties = {} }: Json, prefix = ""): string[] {
  return Object.entries(properties as Record<string, Json>).flatMap(([name, property]) =>
    property.properties === undefined ? [`${prefix}${name}`] : listPaths(property, `${prefix}${name}.`),
  );
}

const at = (values: Values, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, name) => (inner as Values | null)?.[name], values);
const nest = (path: string, value: unknown): Values =>
  path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Values;

const fieldsOf = (endpoint: Endpoint, subject: ChangeSubject): string[] =>
  listPaths(bodyOf(endpoint)).filter(
    (path) =>
      !(path in subject.ids) && !/^(revision|version)$/.test(path) && !subject.notStored?.includes(path),
  );

async function createSubject(endpoint: Endpoint): Promise<ChangeSubject> {
  const create = subjects[endpoint.path];
  if (!create) throw new Error(`say in test/change-subjects.ts what ${endpoint.path} changes`);
  return await create();
}

/** Sends only the ids and the given fields; returns the fields before and after. */
async function change(endpoint: Endpoint, subject: ChangeSubject, fields: Values) {
  const before = await subject.read();
  const takesRevision = listPaths(bodyOf(endpoint)).filter((path) => /^(revision|version)$/.test(path));
  const revisions = Object.fromEntries(takesRevision.map((path) => [path, before[path]]));
  const { envelope } = await server.call("POST", endpoint.path, {
    authorization: subject.authorization ?? authorization,
    body: { ...subject.ids, ...revisions, ...fields },
  });
  return { envelope, before, after: await subject.read() };
}

async function countAuditRows(): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from audit`.execute(engines.db);
  return rows[0]?.total ?? 0;
}

const isCleared = (value: unknown): boolean => value === null || value === "";
const isNullable = (endpoint: Endpoint, path: string): boolean => {
  const fields = (endpoint.body?.safeParse(nest(path, null)).error?.issues ?? []).map((issue) =>
    issue.path.join("."),
  );
  return !fields.includes(path);
};

/** Fields that must not have changed: all except the given ones and those derived from them. */
function listOthers(all: readonly string[], subject: ChangeSubject, named: readonly string[]): string[] {
  const free = new Set([...named, ...named.flatMap((path) => subject.follows?.[path] ?? [])]);
  return all.filter((path) => !free.has(path));
}
const pick = (values: Values, paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, at(values, path)]));

test("finds the update endpoints of the contract, each with an object to change", () => {
  expect(updates.length).toBeGreaterThanOrEqual(12);
  expect(Object.keys(subjects).sort()).toEqual(updates.map(({ path }) => path).sort());
});

test.each(updates.map((endpoint) => [endpoint.path, endpoint] as const))(
  "%s requires only the changed fields, and sets no absent one",
  (_, endpoint) => {
    const { required = [], properties = {} } = bodyOf(endpoint) as { required?: string[]; properties?: Json };
    const isOneField = Object.keys(properties).length === 1;
    expect(required.filter((name) => !isOneField && !identity.test(name))).toEqual([]);
    expect(JSON.stringify(properties)).not.toContain('"default"');
  },
);

test.each(updates.map((endpoint) => [endpoint.path, endpoint] as const))(
  "%s changes each field separately and keeps all others",
  async (_, endpoint) => {
    const first = await createSubject(endpoint);
    const fields = fieldsOf(endpoint, first);
    expect(Object.keys(first.other).sort()).toEqual([...fields].sort());
    for (const path of fields) {
      const subject = await createSubject(endpoint);
      const value = subject.other[path];
      const together = subject.together?.[path]?.other ?? {};
      const named = [path, ...Object.keys(together)];
      const { envelope, before, after } = await change(endpoint, subject, {
        ...nest(path, value),
        ...together,
      });
      expect({ path, code: envelope.code, data: envelope.code === "0" || envelope.data }).toEqual({
        path,
        code: "0",
        data: true,
      });
      expect({ path, value: at(before, path) }).not.toEqual({ path, value });
      expect({ path, value: at(after, path) }).toEqual({ path, value });
      const others = listOthers(fields, subject, named);
      expect({ path, ...pick(after, others) }).toEqual({ path, ...pick(before, others) });
      expect(others.filter((other) => isCleared(at(before, other)))).toEqual([]);
    }
  },
);

test.each(updates.map((endpoint) => [endpoint.path, endpoint] as const))(
  "%s clears optional fields with null, refuses null for others, and keeps all other fields",
  async (_, endpoint) => {
    for (const path of fieldsOf(endpoint, await createSubject(endpoint))) {
      const subject = await createSubject(endpoint);
      const fields = fieldsOf(endpoint, subject);
      const together = subject.together?.[path]?.cleared ?? {};
      const named = [path, ...Object.keys(together)];
      const { envelope, before, after } = await change(endpoint, subject, {
        ...nest(path, null),
        ...together,
      });
      if (isNullable(endpoint, path)) {
        expect({ path, code: envelope.code, isCleared: isCleared(at(after, path)) }).toEqual({
          path,
          code: "0",
          isCleared: true,
        });
      } else {
        const refused = envelope.data.fields.map((field: { path: string }) => field.path);
        expect({ path, code: envelope.code, refused }).toEqual({ path, code: "A0400", refused: [path] });
        expect({ path, ...pick(after, fields) }).toEqual({ path, ...pick(before, fields) });
      }
      const others = listOthers(fields, subject, named);
      expect({ path, ...pick(after, others) }).toEqual({ path, ...pick(before, others) });
    }
  },
);

test.each(updates.map((endpoint) => [endpoint.path, endpoint] as const))(
  "%s writes no audit row and no new revision where nothing changes",
  async (_, endpoint) => {
    const subject = await createSubject(endpoint);
    // An endpoint for a single field refuses a body without it; the others treat it as no change.
    const { required = [] } = bodyOf(endpoint) as { required?: string[] };
    const isRefused = required.some((name) => !identity.test(name));
    const rowsBefore = await countAuditRows();
    const { envelope, before, after } = await change(endpoint, subject, {});
    expect(envelope.code).toBe(isRefused ? "A0400" : "0");
    expect(after).toEqual(before);
    expect(await countAuditRows()).toBe(rowsBefore);
  },
);

test("refuses to clear an account's last contact", async () => {
  const endpoint = updates.find(({ path }) => path === "/account/update") as Endpoint;
  const subject = await createSubject(endpoint);
  const { envelope, before, after } = await change(endpoint, subject, { email: null, phone: null });
  expect([envelope.code, envelope.data.fields.map((field: { path: string }) => field.path)]).toEqual([
    "A0400",
    ["email"],
  ]);
  expect(after).toEqual(before);
});
