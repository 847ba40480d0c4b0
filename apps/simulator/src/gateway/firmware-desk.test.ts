import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { firmwareStatement } from "@heliograph/contract";
import type { Command, OtaJob, OtaReport } from "@heliograph/protocol";
import { LIMITS } from "@heliograph/protocol";
import { expect, test } from "vitest";
import { createFirmwareDesk } from "./firmware-desk.ts";

const publisher = generateKeyPairSync("ed25519");
const trusted = publisher.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
const NAME = "OPT_MX-600_HW1.2_V3.1.0.bin";

function createJob(content: Buffer, change: Partial<OtaJob> = {}, key = publisher.privateKey): OtaJob {
  const name = change.name ?? NAME;
  const sha256 = createHash("sha256").update(content).digest("hex");
  const statement = firmwareStatement({ name, sizeBytes: content.length, sha256 });
  return {
    job: "job-1",
    type: "OPT",
    name,
    version: "3.1.0",
    size: content.length,
    sha256,
    signature: sign(null, Buffer.from(statement), key).toString("base64"),
    concurrency: 2,
    ...change,
  };
}

const units = [
  { unit: 1, type: "OPT", model: "MX-600", hw: "1.2", sw: "3.0.1" },
  { unit: 2, type: "OPT", model: "MX-600", hw: "1.2", sw: "3.0.1" },
  { unit: 3, type: "OPT", model: "MX-600", hw: "1.3", sw: "3.0.1" },
  { unit: 4, type: "RSD", model: "MX-600", hw: "1.2", sw: "3.0.1" },
  { unit: 5, type: "OPT", model: "MX-600", hw: "1.2", sw: "3.2.0" },
];

/** A gateway whose cloud answers requests with `content`, as long as it is connected. */
function create(content: Buffer) {
  const sent: OtaReport[] = [];
  const written: number[] = [];
  const cloud = { isConnected: true, maxOpen: 0 };
  const open = new Set<number>();
  const desk = createFirmwareDesk({
    trustedKeys: () => [trusted],
    listUnits: () => units,
    async send(report) {
      if (!cloud.isConnected) return false;
      sent.push(report);
      if ("offset" in report) {
        open.add(report.offset);
        cloud.maxOpen = Math.max(cloud.maxOpen, open.size);
        setImmediate(() => {
          open.delete(report.offset);
          const data = content.subarray(report.offset, report.offset + report.length);
          if (cloud.isConnected) desk.receive({ job: report.job, offset: report.offset, data });
        });
      }
      return true;
    },
    async write(unit, _version, onRestart) {
      onRestart();
      written.push(unit);
      return unit === 2 ? "E_LOCKED" : undefined;
    },
    retryMs: 10,
  });
  const start = (job: OtaJob, to: number[] = [1]) => {
    const command = { id: "c", op: "ota.start", to, args: job, seq: 1, deadline: null } as Command;
    const outcome = desk.handle(command);
    outcome?.afterwards?.();
    return outcome;
  };
  const finals = () =>
    sent.flatMap((report) =>
      "state" in report && ["confirmed", "failed"].includes(report.state)
        ? [[report.unit, report.state, report.reason ?? report.version]]
        : [],
    );
  return { desk, sent, written, cloud, start, finals };
}

test("downloads with at most 4 open requests, then writes and reports each unit", async () => {
  const content = randomBytes(300_000);
  const { start, finals, cloud, written } = create(content);
  expect(start(createJob(content), [1, 2])).toMatchObject({
    results: [
      [1, 0],
      [2, 0],
    ],
  });
  await expect.poll(finals).toHaveLength(2);
  expect(finals()).toEqual(
    expect.arrayContaining([
      [1, "confirmed", "3.1.0"],
      [2, "failed", "E_LOCKED"],
    ]),
  );
  expect(written.sort()).toEqual([1, 2]);
  expect(cloud.maxOpen).toBe(LIMITS.openChunks);
});

const stranger = generateKeyPairSync("ed25519").privateKey;
const bytes = randomBytes(1_000);

test.each([
  ["unsigned", createJob(bytes, { signature: `${"A".repeat(86)}==` }), "E_SIGNATURE"],
  ["signed by an unknown key", createJob(bytes, {}, stranger), "E_SIGNATURE"],
  ["of another version than signed", createJob(bytes, { version: "9.9.9" }), "E_SIGNATURE"],
  ["of another type than signed", createJob(bytes, { type: "RSD" }), "E_SIGNATURE"],
  ["of a changed size", { ...createJob(bytes), size: 999 }, "E_SIGNATURE"],
  ["against the naming standard", createJob(bytes, { name: "firmware.bin" }), "E_SIGNATURE"],
])("refuses an image %s before it requests a byte", async (_, job, code) => {
  const { start, sent } = create(bytes);
  expect(start(job)?.code).toBe(code);
  expect(sent).toEqual([]);
});

test("refuses units of another type or hardware, units that run a newer version, and unknown ones", () => {
  const { start } = create(bytes);
  expect(start(createJob(bytes), [3, 4, 5, 9])).toMatchObject({
    code: "E_TYPE",
    results: [
      [3, "E_TYPE"],
      [4, "E_TYPE"],
      [5, "E_RANGE"],
      [9, "E_TYPE"],
    ],
  });
});

test("writes no unit when the content that arrived is not what was signed", async () => {
  const { start, finals, written } = create(randomBytes(50_000));
  start(createJob(randomBytes(50_000)));
  await expect.poll(finals).toEqual([[1, "failed", "damaged"]]);
  expect(written).toEqual([]);
});

test("continues an interrupted download where it was, without another command", async () => {
  const content = randomBytes(300_000);
  const { desk, start, finals, cloud, sent } = create(content);
  start(createJob(content));
  await expect.poll(() => sent.length).toBeGreaterThan(5);
  cloud.isConnected = false;
  const before = sent.length;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sent).toHaveLength(before);
  cloud.isConnected = true;
  desk.resume();
  await expect.poll(finals).toEqual([[1, "confirmed", "3.1.0"]]);
  const offsets = sent.flatMap((report) => ("offset" in report ? [report.offset] : []));
  // Only what was open is requested a second time.
  expect(offsets.length - new Set(offsets).size).toBeLessThanOrEqual(2 * LIMITS.openChunks);
});
