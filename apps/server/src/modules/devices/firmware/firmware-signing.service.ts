import type { KeyObject } from "node:crypto";
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { firmwareStatement, formatSignatureFile } from "@heliograph/contract";

/** Length of the public key at the end of its DER form. */
const KEY_BYTES = 32;

/** The public key of a private one, as `FIRMWARE_KEYS` takes it. */
const readPublicKey = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-KEY_BYTES).toString("base64");

/** Creates a publisher's key pair: the private key as PEM, the public one in base64. */
export function createSigningKey(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicKey: readPublicKey(privateKey),
  };
}

/** The signature file of a firmware. Throws when the key is no Ed25519 key in PEM. */
export function signFirmware(
  { name, content }: { name: string; content: Uint8Array },
  privateKeyPem: string,
): { signatureFile: string; publicKey: string } {
  const key = createPrivateKey(privateKeyPem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("the key is not an Ed25519 key");
  const sha256 = createHash("sha256").update(content).digest("hex");
  const file = { name, sizeBytes: content.byteLength, sha256 };
  const signature = sign(null, Buffer.from(firmwareStatement(file)), key).toString("base64");
  return { signatureFile: formatSignatureFile(file, signature), publicKey: readPublicKey(key) };
}
