import type { KeyObject } from "node:crypto";
import { createPublicKey, verify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SignedFile } from "@heliograph/contract";
import { firmwareStatement } from "@heliograph/contract";

/** A public key whose signatures are accepted, and the name under which they are shown. */
export interface FirmwareKey {
  readonly name: string;
  /** Ed25519: 32 bytes in base64. */
  readonly publicKey: string;
}

/** Name of the key that signs the demo's firmware, and its files in the folder of the demo. */
export const DEMO_KEY_NAME = "Demo";
export const demoKeyFiles = (dataFolder: string) => ({
  privateKey: join(dataFolder, "demo", "firmware-key.pem"),
  publicKey: join(dataFolder, "demo", "firmware-key.pub"),
});

/** Start of every Ed25519 public key in DER, before its 32 bytes (RFC 8410). */
const derPrefix = Buffer.from("302a300506032b6570032100", "hex");

function toKeyObject(publicKey: string): KeyObject {
  const der = Buffer.concat([derPrefix, Buffer.from(publicKey, "base64")]);
  return createPublicKey({ key: der, format: "der", type: "spki" });
}

/** The configured keys, and that of the demo while this server has one. */
export function listTrustedKeys(config: {
  readonly firmwareKeys: readonly FirmwareKey[];
  readonly dataFolder: string;
}): readonly FirmwareKey[] {
  const { publicKey } = demoKeyFiles(config.dataFolder);
  if (!existsSync(publicKey)) return config.firmwareKeys;
  return [...config.firmwareKeys, { name: DEMO_KEY_NAME, publicKey: readFileSync(publicKey, "utf8").trim() }];
}

/** The key that signed the file; undefined when none of them did. */
export function findSigner(
  keys: readonly FirmwareKey[],
  file: SignedFile,
  signature: string,
): FirmwareKey | undefined {
  const statement = Buffer.from(firmwareStatement(file));
  const bytes = Buffer.from(signature, "base64");
  return keys.find(({ publicKey }) => verify(null, statement, toKeyObject(publicKey), bytes));
}
