import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSignatureFile } from "@heliograph/contract";
import { afterAll, expect, test } from "vitest";
import { findSigner } from "../modules/devices/firmware/firmware-keys.service.ts";

const folder = mkdtempSync(join(tmpdir(), "heliograph-sign-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, "firmware-sign.ts"), ...args], {
    encoding: "utf8",
    cwd: folder,
  });

test("creates a key that only its owner can read, and signs a file that a server with this key accepts", () => {
  const made = run("--new-key", "publisher.pem");
  expect(made.status).toBe(0);
  const publicKey = /FIRMWARE_KEYS="Name=([^"]+)"/.exec(made.stdout)?.[1] ?? "";
  expect(statSync(join(folder, "publisher.pem")).mode & 0o077).toBe(0);
  expect(run("--new-key", "publisher.pem").stderr).toMatch(/exists already/);

  const name = "OPT_MX-600_HW1.2_V3.0.1.bin";
  const content = randomBytes(5_000);
  writeFileSync(join(folder, name), content);
  expect(run("--key", "publisher.pem", name).status).toBe(0);
  const signed = parseSignatureFile(readFileSync(join(folder, `${name}.sig`), "utf8"));
  const file = { name, sizeBytes: 5_000, sha256: createHash("sha256").update(content).digest("hex") };
  expect(signed?.file).toEqual(file);
  const keys = [{ name: "Name", publicKey }];
  expect(findSigner(keys, file, signed?.signature ?? "")).toEqual(keys[0]);

  writeFileSync(join(folder, "image.bin"), content);
  const refused = run("--key", "publisher.pem", "image.bin");
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("naming standard")]);
});
