import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SignedRecord } from "@heliograph/contract/signed-record";
import { verifyRecord } from "@heliograph/contract/signed-record";
import { expect, onTestFinished, test } from "vitest";
import { FIRST_HASH, hashRow } from "../../base/audit/audit-chain.service.ts";
import { publicKeyOf, signRecord } from "./record-signing.ts";

const seed = Buffer.alloc(32, 7);
const stationId = "3f2b8c1e-7d64-4a5b-9c0d-1e2f3a4b5c6d";

/** Three chained rows, signed. */
function createFile(): SignedRecord {
  let hash = FIRST_HASH;
  const rows = [1, 2, 3].map((number) => {
    const at = `2026-06-11T10:00:0${number}.000Z`;
    const detail = JSON.stringify({ reason: `smoke ${number}` });
    const values = [stationId, null, at, "stop", null, "192.0.2.1", detail];
    hash = hashRow(hash, { number, id: stationId, values });
    return {
      ...{ number, operationId: null, at, kind: "stop", actorId: null, actorName: "Ada" },
      ...{ address: "192.0.2.1", detail, hash: hash.toString("hex") },
    };
  });
  return signRecord(
    { plant: { stationId }, ledger: { previousHash: FIRST_HASH.toString("hex"), rows } },
    seed,
  );
}

/** The text of a file with a part of it replaced. */
const change = (from: string, to: string): string => JSON.stringify(createFile(), null, 2).replace(from, to);

test("accepts a file as it was downloaded, whatever its white space", async () => {
  const valid = { isValid: true, publicKey: publicKeyOf(seed), rows: 3 };
  expect(await verifyRecord(JSON.stringify(createFile()))).toEqual(valid);
  expect(await verifyRecord(JSON.stringify(createFile(), null, 2))).toEqual(valid);
});

test("names the row that was changed, and sees a row that is missing", async () => {
  expect(await verifyRecord(change("smoke 2", "smoke 9"))).toEqual({
    ...{ isValid: false, reason: "chain", row: 2 },
  });
  const file = createFile();
  const rows = file.content.ledger.rows.filter(({ number }) => number !== 2);
  const content = { ...file.content, ledger: { ...file.content.ledger, rows } };
  expect(await verifyRecord(JSON.stringify(signRecord(content, seed)))).toMatchObject({ row: 3 });
});

test("refuses content that the key did not sign, and another file", async () => {
  const forged = { isValid: false, reason: "signature" };
  expect(await verifyRecord(change('"Ada"', '"Bob"'))).toEqual(forged);
  const file = createFile();
  const publicKey = publicKeyOf(Buffer.alloc(32, 8));
  expect(await verifyRecord(JSON.stringify({ ...file, publicKey }))).toEqual(forged);
  expect(await verifyRecord(JSON.stringify({ ...file, signature: "x" }))).toEqual(forged);
  for (const text of ["", "{}", "[]", "null", '{"format":"heliograph-safety-1"}'])
    expect(await verifyRecord(text)).toEqual({ isValid: false, reason: "format" });
});

test("the command says what is wrong with a file, and whether another key signed it", () => {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-ledger-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const verify = (text: string, ...more: string[]) => {
    const path = join(folder, "ledger.json");
    writeFileSync(path, text);
    const program = join(import.meta.dirname, "../../../main/ledger-verify.ts");
    const { status, stdout } = spawnSync(process.execPath, [program, path, ...more], { encoding: "utf8" });
    return { status, stdout };
  };
  const key = publicKeyOf(seed);
  const text = JSON.stringify(createFile());
  expect(verify(text)).toEqual({ status: 0, stdout: expect.stringContaining(`signed by ${key}`) });
  expect(verify(text, "--key", key)).toMatchObject({ status: 0 });
  expect(verify(text, "--key", publicKeyOf(Buffer.alloc(32, 8)))).toMatchObject({ status: 1 });
  expect(verify(change("smoke 2", "smoke 9"))).toEqual({
    ...{ status: 1, stdout: expect.stringContaining("entry 2 was changed") },
  });
});
