import { execFile } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FIRMWARE_PART_BYTES, MAX_FIRMWARE_BYTES } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { createSigningKey, signFirmware } from "./firmware-signing.service.ts";

const key = createSigningKey();
const strangersKey = createSigningKey();

let engines: TestEngines;
let server: TestApp;
let root: { accountId: string; authorization: string };
let engineer: { authorization: string };

beforeAll(async () => {
  // An own database, since everyone who may view firmware sees all of it.
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp({
    ...engines,
    environment: { FIRMWARE_KEYS: `Example Ltd=${key.publicKey}` },
  });
  root = await signIn("ROOT", (await ensurePlatform(engines.db)).companyId);
  engineer = await signIn("installer-engineer");
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function signIn(roleCode: string, companyId?: string, isSteppedUp = true) {
  const account = await createAccount(engines.db, { roleCode, ...(companyId && { companyId }) });
  const steppedUpAt = isSteppedUp ? new Date(server.clock.now()) : undefined;
  const session = await createSession(engines.db, {
    accountId: account.id,
    ...(steppedUpAt && { steppedUpAt }),
  });
  return { accountId: account.id, ...session };
}

const post = async (verb: string, body: object, { authorization } = root) =>
  (await server.call("POST", `/system/firmware/${verb}`, { authorization, body })).envelope;
const list = async (query: object = {}, { authorization }: { authorization: string } = root) =>
  (await server.call("GET", "/system/firmware/list", { authorization, query })).envelope.data;
const download = (
  firmwareId: string,
  headers: Record<string, string> = {},
  { authorization }: { authorization: string } = root,
) => server.call("GET", "/system/firmware/download", { authorization, query: { firmwareId }, headers });
const sendPart = async (fileId: string, part: number, content: Buffer, { authorization } = root) =>
  (
    await server.call("POST", "/system/firmware/uploadPart", {
      authorization,
      query: { fileId, part },
      body: content,
      headers: { "content-type": "application/octet-stream" },
    })
  ).envelope;

async function upload(name: string, content: Buffer): Promise<string> {
  // New uploads of an account replace its oldest ones.
  server.clock.advance(1_000);
  const { code, data } = await post("upload", { fileName: name, sizeBytes: content.byteLength });
  expect(code).toBe("0");
  for (let part = 0; part < data.parts; part++) {
    const from = part * FIRMWARE_PART_BYTES;
    expect((await sendPart(data.fileId, part, content.subarray(from, from + FIRMWARE_PART_BYTES))).code).toBe(
      "0",
    );
  }
  return data.fileId;
}

const newModel = () => `M${randomUUID().slice(0, 8).toUpperCase()}`;
const nameOf = (model: string, version = "2.4.1", type = "MCON") => `${type}_${model}_HW1.2_V${version}.bin`;
const signed = (name: string, content: Buffer, privateKey = key.privateKey) =>
  signFirmware({ name, content }, privateKey).signatureFile;

async function publish(name: string, options: { permission?: string; content?: Buffer } = {}) {
  const { permission = "external", content = randomBytes(100) } = options;
  const fileId = await upload(name, content);
  const [type = "", , , version = ""] = name.replace(".bin", "").split("_");
  const signature = signed(name, content);
  return await post("publish", { fileId, type, version: version.slice(1), permission, signature });
}

async function publishNew(permission = "external", content?: Buffer): Promise<string> {
  const { code, data } = await publish(nameOf(newModel()), { permission, ...(content && { content }) });
  expect(code).toBe("0");
  return data.firmwareId;
}

test("publishes a signed file that was uploaded in parts, with every field of the list [R3.12, R1.6]", async () => {
  const content = randomBytes(2 * FIRMWARE_PART_BYTES + 12_345);
  const name = nameOf(newModel());
  const fileId = await upload(name, content);
  const signature = signed(name, content);
  const releaseNotes = "Faster reconnect.\nLower power at night.";
  const published = await post("publish", {
    fileId,
    type: "MCON",
    version: "2.4.1",
    permission: "external",
    releaseNotes,
    signature,
  });
  expect(published).toMatchObject({ code: "0", msg: "The firmware has been published." });
  const { rows } = await list({ search: name });
  const publisher = await sql<{
    name: string;
  }>`select user_name as name from accounts where id = ${root.accountId}`.execute(engines.db);
  expect(rows).toEqual([
    {
      firmwareId: published.data.firmwareId,
      name,
      version: "2.4.1",
      type: "MCON",
      model: name.split("_")[1],
      hardware: "1.2",
      sizeBytes: content.byteLength,
      publisher: publisher.rows[0]?.name,
      uploadedAt: new Date(server.clock.now()).toISOString(),
      permission: "external",
      releaseNotes,
      sha256: createHash("sha256").update(content).digest("hex"),
      signature: signature.trim().split("\n").at(-1),
      signedBy: "Example Ltd",
      revision: 1,
    },
  ]);
  const { rows: logged } = await sql<{ new: object }>`
    select new from audit where type = 'firmware.publish' and object_id = ${published.data.firmwareId}`.execute(
    engines.db,
  );
  expect(logged).toMatchObject([{ new: { name, permission: "external", signedBy: "Example Ltd" } }]);
});

test("refuses a name that does not follow the naming standard, an empty file and one of 65 MiB before any byte is sent [R5.9]", async () => {
  const sentence = async (fileName: string, sizeBytes: number) => {
    const { code, msg } = await post("upload", { fileName, sizeBytes });
    return `${code} ${msg}`;
  };
  expect(await sentence("firmware.bin", 100)).toBe(
    "A0710 The firmware name does not follow the naming standard",
  );
  expect(await sentence(nameOf("M1"), 0)).toBe("A0700 The file is empty.");
  expect(await sentence(nameOf("M1"), MAX_FIRMWARE_BYTES + 1024 * 1024)).toBe(
    "A0700 The file is larger than 64 MB.",
  );
  const inChinese = await server.call("POST", "/system/firmware/upload", {
    authorization: root.authorization,
    body: { fileName: "firmware.bin", sizeBytes: 1 },
    headers: { "accept-language": "zh-cn" },
  });
  expect(inChinese.envelope.msg).toMatch(/固件/);
});

test("refuses an unsigned, modified, truncated or renamed file, an unknown key and a damaged signature, each with its sentence", async () => {
  const content = randomBytes(1_000);
  const name = nameOf(newModel());
  const fileId = await upload(name, content);
  const refusalOf = async (signature: string) => {
    const { code, data } = await post("publish", {
      fileId,
      type: "MCON",
      version: "2.4.1",
      permission: "external",
      signature,
    });
    const [field] = data.fields;
    expect([code, field.path]).toEqual(["A0700", "signature"]);
    return field.message;
  };
  const longer = Buffer.concat([content, Buffer.alloc(24)]);
  const other = nameOf(newModel());
  expect(await refusalOf("")).toBe("This firmware is not signed. Add its signature file (.sig).");
  expect(await refusalOf("signed")).toBe(
    "This is not a signature file. Select the .sig file of this firmware.",
  );
  expect(await refusalOf(signed(other, content))).toBe(`The signature belongs to another file: ${other}.`);
  expect(await refusalOf(signed(name, longer))).toBe(
    "The file has 1000 bytes, but 1024 bytes were signed. It may be truncated.",
  );
  expect(await refusalOf(signed(name, randomBytes(1_000)))).toBe(
    "The file was modified after it was signed.",
  );
  const untrusted = "The signature is not valid, or its key is not trusted by this server.";
  expect(await refusalOf(signed(name, content, strangersKey.privateKey))).toBe(untrusted);
  // A statement about this file under the signature of another one.
  const forged = [
    ...signed(name, content).trim().split("\n").slice(0, 4),
    signed(other, content).trim().split("\n")[4],
  ];
  expect(await refusalOf(forged.join("\n"))).toBe(untrusted);
  expect((await list({ search: name })).rows).toEqual([]);
  const publishable = {
    fileId,
    type: "MCON",
    version: "2.4.1",
    permission: "external",
    signature: signed(name, content),
  };
  expect((await post("publish", publishable)).code).toBe("0");
  // A published file is never changed.
  expect((await sendPart(fileId, 0, randomBytes(1_000))).code).toBe("A0404");
  expect((await post("publish", publishable)).code).toBe("A0404");
});

test("refuses another type or version than the name says, beside the field", async () => {
  const name = nameOf(newModel());
  const content = randomBytes(10);
  const fileId = await upload(name, content);
  const fieldsOf = async (entered: object) => {
    const body = {
      fileId,
      type: "MCON",
      version: "2.4.1",
      permission: "external",
      signature: signed(name, content),
    };
    const { code, data } = await post("publish", { ...body, ...entered });
    return [code, data.fields];
  };
  expect(await fieldsOf({ type: "OPT" })).toEqual([
    "A0710",
    [{ path: "type", message: "The file name says MCON." }],
  ]);
  expect(await fieldsOf({ version: "2.4.2" })).toEqual([
    "A0710",
    [{ path: "version", message: "The file name says version 2.4.1." }],
  ]);
});

test("refuses a file of which a part is missing or has a wrong length", async () => {
  const name = nameOf(newModel());
  const content = randomBytes(FIRMWARE_PART_BYTES + 10);
  const { data } = await post("upload", { fileName: name, sizeBytes: content.byteLength });
  const { fileId } = data;
  expect(data).toMatchObject({ parts: 2, type: "MCON", version: "2.4.1" });
  expect((await sendPart(fileId, 0, content.subarray(0, 100))).msg).toBe(
    "A part of the file did not arrive completely. Upload the file again.",
  );
  expect((await sendPart(fileId, 2, content.subarray(0, 10))).code).toBe("A0700");
  expect((await sendPart(fileId, 0, content.subarray(0, FIRMWARE_PART_BYTES))).code).toBe("0");
  const body = {
    fileId,
    type: "MCON",
    version: "2.4.1",
    permission: "external",
    signature: signed(name, content),
  };
  const incomplete = await post("publish", body);
  expect([incomplete.code, incomplete.msg]).toEqual([
    "A0700",
    "The file has not been uploaded completely. Upload it again.",
  ]);
  expect((await sendPart(fileId, 1, content.subarray(FIRMWARE_PART_BYTES))).code).toBe("0");
  const colleague = await signIn("ROOT", (await ensurePlatform(engines.db)).companyId);
  expect((await sendPart(fileId, 1, content.subarray(FIRMWARE_PART_BYTES), colleague)).code).toBe("A0404");
  expect((await post("publish", body, colleague)).code).toBe("A0404");
  expect((await post("publish", body)).code).toBe("0");
});

test("refuses a version that is not newer than the published ones of the same model, hardware and permission", async () => {
  const model = newModel();
  expect((await publish(nameOf(model, "2.9.0"))).code).toBe("0");
  const older = await publish(nameOf(model, "2.4.1"));
  expect([older.code, older.msg]).toEqual([
    "A0440",
    "Version 2.9.0 of this firmware has been published already. Upload a newer version.",
  ]);
  expect((await publish(nameOf(model, "2.9.0"))).code).toBe("A0440");
  // Compared as numbers, not as text.
  expect((await publish(nameOf(model, "2.10.0"))).code).toBe("0");
  expect((await publish(nameOf(newModel(), "1.0.0"))).code).toBe("0");
  // A field test does not prevent a correction of the external version.
  expect((await publish(nameOf(model, "3.0.0"), { permission: "internal" })).code).toBe("0");
  expect((await publish(nameOf(model, "2.10.1"))).code).toBe("0");
  expect((await publish(nameOf(model, "2.10.1"), { permission: "internal" })).code).toBe("A0440");
});

test("publishes one of two equal versions that are published at the same time", async () => {
  const name = nameOf(newModel());
  const content = randomBytes(10);
  const files = [await upload(name, content), await upload(name, content)];
  const body = { type: "MCON", version: "2.4.1", permission: "external", signature: signed(name, content) };
  const codes = await Promise.all(
    files.map(async (fileId) => (await post("publish", { ...body, fileId })).code),
  );
  expect(codes.sort()).toEqual(["0", "A0440"]);
});

test("shows internal firmware only with its permission, in lists, downloads and counts [R6.2]", async () => {
  const [external, internal] = [await publishNew("external"), await publishNew("internal")];
  const ids = (data: { rows: { firmwareId: string }[] }) => data.rows.map(({ firmwareId }) => firmwareId);
  expect(ids(await list({ pageSize: 200 }))).toEqual(expect.arrayContaining([external, internal]));
  const seen = await list({ pageSize: 200 }, engineer);
  expect(ids(seen)).toContain(external);
  expect(ids(seen)).not.toContain(internal);
  expect(seen.total).toBe(seen.rows.length);
  expect((await list({ permission: "internal" }, engineer)).total).toBe(0);
  expect((await download(external, {}, engineer)).statusCode).toBe(200);
  expect((await download(internal, {}, engineer)).envelope.code).toBe("A0404");
  // An owner has no permission for firmware at all.
  expect((await download(external, {}, await signIn("owner"))).envelope.code).toBe("A0300");
});

test("filters by type, finds names, and sorts versions as numbers", async () => {
  const model = newModel();
  for (const version of ["2.9.0", "2.10.0"]) expect((await publish(nameOf(model, version))).code).toBe("0");
  expect((await publish(nameOf(model, "2.9.5", "OPT"))).code).toBe("0");
  const versions = async (query: object) =>
    (await list({ search: model, sort: "version", ...query })).rows.map(
      ({ version }: { version: string }) => version,
    );
  expect(await versions({})).toEqual(["2.9.0", "2.9.5", "2.10.0"]);
  expect(await versions({ type: "MCON", order: "desc" })).toEqual(["2.10.0", "2.9.0"]);
  expect(await versions({ type: "SCON" })).toEqual([]);
});

test("sends a file whole or from where a download was interrupted", async () => {
  const content = randomBytes(2 * FIRMWARE_PART_BYTES + 500);
  const firmwareId = await publishNew("external", content);
  const whole = await download(firmwareId);
  const etag = String(whole.headers.etag);
  expect(whole.rawPayload.equals(content)).toBe(true);
  expect(whole.headers).toMatchObject({
    "accept-ranges": "bytes",
    "content-length": String(content.byteLength),
    "content-type": "application/octet-stream",
    "x-content-type-options": "nosniff",
    "content-disposition": expect.stringMatching(/^attachment; filename="MCON_.*\.bin"$/),
  });
  // Across the border of two parts.
  const from = FIRMWARE_PART_BYTES - 100;
  const rest = await download(firmwareId, { range: `bytes=${from}-`, "if-range": etag });
  expect([rest.statusCode, rest.headers["content-range"]]).toEqual([
    206,
    `bytes ${from}-${content.byteLength - 1}/${content.byteLength}`,
  ]);
  expect(rest.rawPayload.equals(content.subarray(from))).toBe(true);
  const few = await download(firmwareId, { range: "bytes=10-19" });
  expect(few.rawPayload.equals(content.subarray(10, 20))).toBe(true);
  const beyond = await download(firmwareId, { range: `bytes=${content.byteLength}-` });
  expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([
    416,
    `bytes */${content.byteLength}`,
  ]);
  expect((await download(firmwareId, { "if-none-match": etag })).statusCode).toBe(304);
});

test("the documented command downloads a firmware, and continues where a download was interrupted", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../../../docs/firmware.md"), "utf8");
  const [command = ""] = /^curl .*$/m.exec(page) ?? [];
  const content = randomBytes(2_000);
  const firmwareId = await publishNew("external", content);
  const folder = await mkdtemp(join(tmpdir(), "heliograph-firmware-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const TOKEN = root.authorization.replace("Bearer ", "");
  const env = { ...process.env, TOKEN, ID: firmwareId, SERVER: `http://127.0.0.1:${port}` };
  const file = join(folder, "firmware.bin");
  for (const begun of [Buffer.alloc(0), content.subarray(0, 700)]) {
    await writeFile(file, begun);
    await promisify(execFile)("sh", ["-c", command], { cwd: folder, env });
    expect((await readFile(file)).equals(content)).toBe(true);
  }
});

test("requires step-up for publishing and for changing the permission", async () => {
  const name = nameOf(newModel());
  const content = randomBytes(10);
  const fileId = await upload(name, content);
  const { authorization } = await createSession(engines.db, { accountId: root.accountId });
  const fresh = { ...root, authorization };
  const body = {
    fileId,
    type: "MCON",
    version: "2.4.1",
    permission: "external",
    signature: signed(name, content),
  };
  expect((await post("publish", body, fresh)).code).toBe("A0220");
  const { data } = await post("publish", body);
  expect(
    (await post("update", { firmwareId: data.firmwareId, revision: 1, permission: "internal" }, fresh)).code,
  ).toBe("A0220");
});

test("changes release notes and permission, logged, and refuses a change of an older revision [R1.6]", async () => {
  const firmwareId = await publishNew("internal");
  const change = { firmwareId, revision: 1, permission: "external", releaseNotes: "For everyone." };
  expect((await post("update", change)).msg).toBe("The firmware has been saved.");
  expect((await post("update", change)).code).toBe("A0440");
  const { rows } = await list({ pageSize: 200 }, engineer);
  expect(rows.find((row: { firmwareId: string }) => row.firmwareId === firmwareId)).toMatchObject({
    permission: "external",
    releaseNotes: "For everyone.",
    revision: 2,
  });
  const { rows: logged } = await sql<{ original: object; new: object }>`
    select original, new from audit where type = 'firmware.update' and object_id = ${firmwareId}`.execute(
    engines.db,
  );
  expect(logged).toMatchObject([{ original: { permission: "internal" }, new: { permission: "external" } }]);
});

test("deletes a firmware with its file, logged [R1.6]", async () => {
  const firmwareId = await publishNew();
  expect((await post("delete", { firmwareId })).code).toBe("0");
  expect((await download(firmwareId)).envelope.code).toBe("A0404");
  expect((await post("delete", { firmwareId })).code).toBe("A0404");
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from firmware_parts p where not exists (
      select from firmware_files f where f.id = p.file_id)`.execute(engines.db);
  expect(rows[0]?.total).toBe(0);
  const { rows: logged } = await sql<{ original: object }>`
    select original from audit where type = 'firmware.delete' and object_id = ${firmwareId}`.execute(
    engines.db,
  );
  expect(logged).toHaveLength(1);
});

test("deletes uploads that are not published within a day, and the oldest of many, but no published file", async () => {
  const published = await publishNew();
  const fileId = await upload(nameOf(newModel()), randomBytes(10));
  const exists = async (id: string) =>
    (await sql`select from firmware_files where id = ${id}`.execute(engines.db)).rows.length > 0;
  await server.services.firmware.sweep();
  expect(await exists(fileId)).toBe(true);
  for (let count = 0; count < 5; count++) await upload(nameOf(newModel()), randomBytes(10));
  expect(await exists(fileId)).toBe(false);
  const later = await upload(nameOf(newModel()), randomBytes(10));
  await sql`update firmware_files set begun_at = ${new Date(server.clock.now() - 25 * 3_600_000)}`.execute(
    engines.db,
  );
  await server.services.firmware.sweep();
  expect(await exists(later)).toBe(false);
  expect((await download(published)).statusCode).toBe(200);
});
