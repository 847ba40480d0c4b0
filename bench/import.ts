import { setTimeout as sleep } from "node:timers/promises";
import { writeSheet } from "../apps/server/src/infra/sheets/write-sheet.ts";
import { createAccount, createPlant, createSession, ensurePlatform } from "../apps/server/test/fixtures.ts";
import { listTree } from "../apps/server/test/process-tree.ts";
import type { ServerDatabase } from "../apps/server/test/server-database.ts";
import { openServerDatabase } from "../apps/server/test/server-database.ts";
import { measureCodes } from "./import-codes.ts";
import { readCount } from "./options.ts";
import { memoryOf } from "./processes.ts";
import type { BenchRow } from "./report.ts";
import { report } from "./report.ts";
import { withFolder, withResource } from "./resources.ts";
import type { BenchServer } from "./server.ts";
import { startBenchServer } from "./server.ts";
import { startCpuClock } from "./tree-cpu.ts";

// Imports of devices from .xlsx files, into the register and into a plant, each uploaded, checked and then written, with the
// memory of the server and its engines meanwhile; a tenth of the rows before, so that the cost of a row is compared. Then the
// times of the refusals of serial numbers and codes (`import-codes.ts`). `--rows=10000 --tries=500`.

const ROWS = readCount("rows", 10_000);
const TRIES = readCount("tries", 500);
const SAMPLE_MS = 100;
const MIB = 2 ** 20;
const CODE = "MFRGGZDFMZTWQ2LK";

type Call = (method: "GET" | "POST", path: string, body?: object) => Promise<Response>;

const createCall =
  (server: BenchServer, authorization: string): Call =>
  (method, path, body) =>
    fetch(`${server.http}/api${path}`, {
      method,
      headers: { authorization, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });

/** Data of a successful response. */
async function readData<Data>(response: Response): Promise<Data> {
  const { code, data, msg } = (await response.json()) as { code: string; data: Data; msg: string };
  if (code !== "0") throw new Error(`${response.url}: ${code} ${msg}`);
  return data;
}

async function waitForJob(call: Call, jobId: string): Promise<void> {
  for (;;) {
    const { state } = await readData<{ state: string }>(await call("GET", `/job/detail?jobId=${jobId}`));
    if (state === "done") return;
    if (state !== "queued" && state !== "running") throw new Error(`the job is ${state}`);
    await sleep(100);
  }
}

/** Memory of the server and its engines above that of before, MiB, at most. */
function watchMemory(pid: number): () => number {
  const idle = memoryOf(listTree(pid));
  let max = idle;
  const timer = setInterval(() => {
    max = Math.max(max, memoryOf(listTree(pid)));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return (max - idle) / MIB;
  };
}

interface Kind {
  readonly kind: "register" | "plant";
  readonly authorization: string;
  readonly path: string;
  readonly columns: readonly string[];
  readonly plant: object;
  row(sn: string, index: number): string[];
}

interface Measured {
  readonly uploadS: number;
  readonly checkS: number;
  readonly writeS: number;
  readonly memoryMiB: number;
  /** Of all its steps, by the server and its engines. */
  readonly cpuS: number;
}

/** Uploads a file of devices, checks it, and writes all of its rows. */
async function measureImport(server: BenchServer, kind: Kind, serials: readonly string[]): Promise<Measured> {
  const call = createCall(server, kind.authorization);
  const sheet = { head: kind.columns, rows: serials.map((sn, index) => kind.row(sn, index)) };
  const { content, contentType } = await writeSheet(sheet, "xlsx");
  const stopWatching = watchMemory(server.pid);
  const stopClock = startCpuClock(server.pid);
  const times = [performance.now()];
  const query = `kind=${kind.kind}&fileName=devices.xlsx`;
  const uploaded = await fetch(`${server.http}/api/workData/device/import/read?${query}`, {
    method: "POST",
    headers: { authorization: kind.authorization, "content-type": contentType },
    body: new Uint8Array(content),
  });
  const { importId } = await readData<{ importId: string }>(uploaded);
  times.push(performance.now());
  for (const mode of ["check", "all"]) {
    const body = { importId, columns: kind.columns, mode, ...kind.plant };
    const { jobId } = await readData<{ jobId: string }>(await call("POST", kind.path, body));
    await waitForJob(call, jobId);
    times.push(performance.now());
  }
  const { cpuSeconds: cpuS } = stopClock();
  const memoryMiB = stopWatching();
  const done = await call("GET", `/workData/device/import/detail?importId=${importId}`);
  const { written } = await readData<{ written: number }>(done);
  if (written !== serials.length) throw new Error(`${written} of ${serials.length} rows were written`);
  const [began = 0, read = 0, checked = 0, wrote = 0] = times;
  return {
    uploadS: (read - began) / 1000,
    checkS: (checked - read) / 1000,
    writeS: (wrote - checked) / 1000,
    memoryMiB,
    cpuS,
  };
}

const makeSerials = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${word}-${String(index).padStart(6, "0")}`);

async function openKinds({ db }: ServerDatabase): Promise<readonly Kind[]> {
  const { companyId } = await ensurePlatform(db);
  const root = await createAccount(db, { roleCode: "ROOT", companyId });
  const installer = await createAccount(db, { roleCode: "installer-administrator" });
  const plant = await createPlant(db, { ownerId: installer.id });
  const signIn = async (accountId: string) => (await createSession(db, { accountId })).authorization;
  return [
    {
      kind: "register",
      authorization: await signIn(root.id),
      path: "/workData/device/import/toRegister",
      columns: ["sn", "registrationCode", "type", "model"],
      plant: {},
      row: (sn, index) => [sn, CODE, index === 0 ? "DCON" : "OPT", "MX-2"],
    },
    {
      kind: "plant",
      authorization: await signIn(installer.id),
      path: "/workData/device/import/toPlant",
      columns: ["sn", "registrationCode", "alias", "place", "parentSn"],
      plant: { stationId: plant.id },
      // The first device is the gateway of a plant that has none.
      row: (sn, index) => [sn, CODE, `U${index}`, `P${sn}`, ""],
    },
  ];
}

function toRows({ kind }: Kind, many: Measured, few: Measured): BenchRow[] {
  const what = `${kind}, ${ROWS.toLocaleString("en-US")} rows`;
  return [
    { what: `${what}: upload`, value: many.uploadS, unit: "s" },
    {
      what: `${what}: checked and written`,
      value: many.checkS + many.writeS,
      unit: "s",
      goal: "≤ 10",
      remark: `check ${many.checkS.toFixed(1)}, write ${many.writeS.toFixed(1)}`,
    },
    { what: `${what}: memory above idle`, value: many.memoryMiB, unit: "MiB", goal: "< 300" },
    { what: `${what}: CPU of all steps`, value: many.cpuS, unit: "s" },
    { what: `${kind}: CPU of a row, all to a tenth of them`, value: many.cpuS / few.cpuS / 10, unit: "×" },
  ];
}

async function measure(server: BenchServer, database: ServerDatabase): Promise<BenchRow[]> {
  const kinds = await openKinds(database);
  const [few, many] = [makeSerials("F", Math.ceil(ROWS / 10)), makeSerials("M", ROWS)];
  const rows: BenchRow[] = [];
  for (const kind of kinds) {
    const fewer = await measureImport(server, kind, few);
    rows.push(...toRows(kind, await measureImport(server, kind, many), fewer));
  }
  return [...rows, ...(await measureCodes(server, database, TRIES))];
}

await withFolder("import", (dataFolder) =>
  withResource(
    { start: () => startBenchServer(dataFolder), stop: (server: BenchServer) => server.stop() },
    (server) =>
      withResource(
        {
          start: () => openServerDatabase({ HELIOGRAPH_DATA: dataFolder }),
          stop: (database: ServerDatabase) => database.close(),
        },
        async (database) => await report({ name: "import", rows: await measure(server, database) }),
      ),
  ),
);
