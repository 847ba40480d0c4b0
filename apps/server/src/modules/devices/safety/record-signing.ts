import type { KeyObject } from "node:crypto";
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { SignedRecord } from "@heliograph/contract/signed-record";
import { SIGNED_RECORD_FORMAT, signedText } from "@heliograph/contract/signed-record";

/** Start of every Ed25519 private key in DER, before its 32 bytes (RFC 8410). */
const DER_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;

/** Name of the server key whose 32 bytes are the seed. */
export const RECORD_KEY_NAME = "safety-records";

const toPrivateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([DER_PREFIX, seed]), format: "der", type: "pkcs8" });

/** The public key of this installation's records, in base64. */
export const publicKeyOf = (seed: Buffer): string =>
  createPublicKey(toPrivateKey(seed))
    .export({ format: "der", type: "spki" })
    .subarray(-KEY_BYTES)
    .toString("base64");

/** Signs the content of a file. */
export function signRecord<Content extends SignedRecord["content"]>(
  content: Content,
  seed: Buffer,
): SignedRecord<Content> {
  const signature = sign(null, Buffer.from(signedText(content)), toPrivateKey(seed)).toString("base64");
  return { format: SIGNED_RECORD_FORMAT, content, publicKey: publicKeyOf(seed), signature };
}
