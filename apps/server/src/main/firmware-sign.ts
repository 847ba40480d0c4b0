import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { MAX_FIRMWARE_BYTES, parseFirmwareName } from "@heliograph/contract";
import { createSigningKey, signFirmware } from "../modules/devices/firmware/firmware-signing.service.ts";

// The program behind `npm run firmware:sign`: makes a publisher's key pair, and signature files of firmware. It needs no
// server: the private key stays with the publisher.

const usage = `Usage:
  npm run firmware:sign -- --new-key publisher.pem            creates a key pair
  npm run firmware:sign -- --key publisher.pem FILE.bin ...   writes FILE.bin.sig beside each file
`;

class UsageError extends Error {}

function createKey(path: string): void {
  if (existsSync(path)) throw new UsageError(`${path} exists already; a key is never overwritten`);
  const { privateKey, publicKey } = createSigningKey();
  writeFileSync(path, privateKey, { mode: 0o600, flag: "wx" });
  process.stdout.write(
    `Private key: ${path}. Keep it secret.\nPublic key, for the server: FIRMWARE_KEYS="Name=${publicKey}"\n`,
  );
}

function signFile(path: string, key: string): void {
  const name = basename(path);
  if (!parseFirmwareName(name))
    throw new UsageError(
      `${name} does not follow the naming standard TYPE_MODEL_HWx.y_Vmajor.minor.patch.bin`,
    );
  const content = readFileSync(path);
  if (content.byteLength === 0) throw new UsageError(`${name} is empty`);
  if (content.byteLength > MAX_FIRMWARE_BYTES) throw new UsageError(`${name} is larger than 64 MB`);
  const { signatureFile } = signFirmware({ name, content }, readFileSync(key, "utf8"));
  writeFileSync(`${path}.sig`, signatureFile);
  process.stdout.write(`${path}.sig\n`);
}

function run(): void {
  const { values, positionals } = parseArgs({
    options: { "new-key": { type: "string" }, key: { type: "string" } },
    allowPositionals: true,
  });
  const { "new-key": newKey, key } = values;
  if (newKey !== undefined) createKey(newKey);
  else if (key !== undefined && positionals.length > 0) for (const path of positionals) signFile(path, key);
  else throw new UsageError(usage);
}

try {
  run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
