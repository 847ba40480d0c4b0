import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** What a browser passes on: the page's origin, and whether the user was verified by finger, face or PIN. */
interface Circumstances {
  challenge: string;
  origin: string;
  isVerified?: boolean;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

// Just the CBOR (RFC 8949) that WebAuthn needs: lengths below 65,536, small integers, bytes, text, maps.
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Buffer)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** A device with one passkey (ES256), as WebAuthn level 3 describes it; independent of the server's library. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, { challenge, origin }: Circumstances) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authData({ origin, isVerified = true }: Circumstances, attested = Buffer.alloc(0)): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, attested]);
  }

  const credentialOf = (response: Record<string, Buffer>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")]),
    ),
  });

  return {
    make(circumstances: Circumstances) {
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(key)]);
      const attestationObject = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData(circumstances, attested)],
      ]);
      return credentialOf({
        clientDataJSON: clientData("webauthn.create", circumstances),
        attestationObject: cbor(attestationObject),
      });
    },
    sign(circumstances: Circumstances) {
      const clientDataJSON = clientData("webauthn.get", circumstances);
      const authenticatorData = authData(circumstances);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      return credentialOf({
        clientDataJSON,
        authenticatorData,
        signature: sign("sha256", signed, privateKey),
      });
    },
  };
}
