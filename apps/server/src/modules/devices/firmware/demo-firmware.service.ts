import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { FirmwarePermission } from "@heliograph/contract";
import { FIRMWARE_PART_BYTES } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { deleteDemoRows, insertFirmware } from "./firmware.repository.ts";
import { verifyFirmware } from "./firmware-check.ts";
import { DEMO_KEY_NAME, demoKeyFiles } from "./firmware-keys.service.ts";
import { createSigningKey, signFirmware } from "./firmware-signing.service.ts";
import { insertFile, writePart } from "./uploads.repository.ts";

const DAY_MS = 86_400_000;

interface DemoFirmware {
  readonly name: string;
  readonly sizeBytes: number;
  readonly permission: FirmwarePermission;
  readonly releaseNotes: string;
  readonly publishedDaysAgo: number;
}

/** Firmware of the demo's models; none of it is an image that a device could run. */
const images: readonly DemoFirmware[] = [
  {
    name: "DCON_DC-500_HW1.4_V2.1.0.bin",
    sizeBytes: 1_703_936,
    permission: "external",
    releaseNotes: "Keeps reports of 7 days while the connection is down.",
    publishedDaysAgo: 96,
  },
  {
    name: "DCON_DC-500_HW1.4_V2.2.0.bin",
    sizeBytes: 1_736_704,
    permission: "external",
    releaseNotes:
      "Reconnects faster after a power failure.\nFixes the signal strength of units behind a repeater.",
    publishedDaysAgo: 12,
  },
  {
    name: "OPT_MX-600_HW1.2_V3.0.1.bin",
    sizeBytes: 131_072,
    permission: "external",
    releaseNotes: "Tracks the maximum power point faster under moving clouds.",
    publishedDaysAgo: 40,
  },
  {
    name: "OPT_MX-600_HW1.2_V3.1.0.bin",
    sizeBytes: 135_168,
    permission: "internal",
    releaseNotes: "Field test: lower power consumption at night.",
    publishedDaysAgo: 3,
  },
];

/** Bytes that are the same for the same name. */
function createContent({ name, sizeBytes }: DemoFirmware): Buffer {
  return createHash("shake256", { outputLength: sizeBytes }).update(name).digest();
}

/** The demo's key pair, created at its first start. */
function ensureDemoKey(dataFolder: string): { privateKey: string; publicKey: string } {
  const files = demoKeyFiles(dataFolder);
  if (existsSync(files.privateKey) && existsSync(files.publicKey))
    return {
      privateKey: readFileSync(files.privateKey, "utf8"),
      publicKey: readFileSync(files.publicKey, "utf8").trim(),
    };
  const key = createSigningKey();
  mkdirSync(dirname(files.privateKey), { recursive: true, mode: 0o700 });
  writeFileSync(files.privateKey, key.privateKey, { mode: 0o600 });
  writeFileSync(files.publicKey, `${key.publicKey}\n`, { mode: 0o600 });
  return key;
}

/** Publishes the demo's firmware, signed by a key of its own and verified as any other. */
export async function addDemoFirmware(
  trx: Transaction,
  { dataFolder, at }: { dataFolder: string; at: number },
): Promise<void> {
  const { privateKey, publicKey } = ensureDemoKey(dataFolder);
  for (const image of images) {
    const { name, sizeBytes, permission, releaseNotes, publishedDaysAgo } = image;
    const content = createContent(image);
    const published = { publisherId: null, at: new Date(at - publishedDaysAgo * DAY_MS), isDemo: true };
    const fileId = await insertFile(trx, { name, sizeBytes, uploadedBy: null, at: published.at });
    for (let part = 0; part * FIRMWARE_PART_BYTES < sizeBytes; part++) {
      const from = part * FIRMWARE_PART_BYTES;
      await writePart(trx, { fileId, part, content: content.subarray(from, from + FIRMWARE_PART_BYTES) });
    }
    const sha256 = createHash("sha256").update(content).digest("hex");
    const { signatureFile } = signFirmware({ name, content }, privateKey);
    const [, type = "", version = ""] = /^([A-Z]+)_.*_V([\d.]+)\.bin$/.exec(name) ?? [];
    const verified = verifyFirmware(
      { name, sizeBytes, sha256 },
      { type, version, signature: signatureFile },
      [{ name: DEMO_KEY_NAME, publicKey }],
    );
    await insertFirmware(
      trx,
      { ...verified, fileId, name, sizeBytes, sha256, permission, releaseNotes },
      published,
    );
  }
}

/** Deletes the demo's firmware. */
export const removeDemoFirmware = (trx: Transaction): Promise<void> => deleteDemoRows(trx);
