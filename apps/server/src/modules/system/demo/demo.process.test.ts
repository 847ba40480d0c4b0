import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SignedFile } from "@heliograph/contract";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ensurePlatform } from "../../../../test/fixtures.ts";
import type { ClickHouse } from "../../../infra/clickhouse/open-clickhouse.ts";
import { openClickHouse } from "../../../infra/clickhouse/open-clickhouse.ts";
import { systemClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import type { Db } from "../../../infra/postgres/open-postgres.ts";
import { openPostgresByUrl } from "../../../infra/postgres/open-postgres.ts";
import { readsAlarms } from "../../base/access/scope-sql.ts";
import { findSigner, listTrustedKeys } from "../../devices/firmware/firmware-keys.service.ts";
import { createCorrectionService } from "../../energy/corrections/corrections.service.ts";
import { createMeteringService } from "../../energy/metering/metering.service.ts";
import { createTariffService } from "../../energy/tariffs/tariffs.service.ts";
import { createDemo } from "./demo.service.ts";
import { demoPlants } from "./demo-plants.ts";
import { removeDemo } from "./demo-removal.service.ts";

// An own database, since a demo is created only in an empty one.
const database = `demo_${process.pid}`;
const logger = createLogger({ logLevel: "silent" });
// No server listens here: the simulator cannot connect while the history is written.
const mqttUrl = "mqtt://127.0.0.1:1";

let dataFolder: string;
let db: Db;
let clickhouse: ClickHouse;
const closers: (() => Promise<void>)[] = [];

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function create() {
  const metering = createMeteringService({ db, clickhouse, clock: systemClock });
  return createDemo({
    config: { demo: true, dataFolder },
    db,
    clickhouse,
    metering,
    tariffs: createTariffService({ db, clock: systemClock }),
    corrections: createCorrectionService({
      db,
      clock: systemClock,
      metering,
      onEnergyChanged: () => undefined,
    }),
    logger,
    clock: systemClock,
  });
}

async function count(query: ReturnType<typeof sql<{ total: number }>>): Promise<number> {
  const { rows } = await query.execute(db);
  return Number(rows[0]?.total);
}

async function countRows(table: string): Promise<number> {
  const [row] = await clickhouse.query<{ total: string }>(`select count() as total from ${table}`);
  return Number(row?.total);
}

beforeAll(async () => {
  await runOnServer(`create database ${database} template ${inject("templateDatabase")}`);
  const url = inject("databaseUrl").replace(/\/[^/]+$/, `/${database}`);
  const postgres = await openPostgresByUrl(url, logger);
  closers.push(
    () => runOnServer(`drop database ${database}`),
    () => postgres.close(),
  );
  db = postgres.db;
  dataFolder = await mkdtemp(join(tmpdir(), "heliograph-demo-"));
  clickhouse = await openClickHouse({ config: { dataFolder }, logger });
  closers.push(() => clickhouse.close());
  await ensurePlatform(db);
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  rmSync(dataFolder, { recursive: true, force: true });
});

test("creates four plants in at least three zones and currencies, marked as demo, with two years of history", async () => {
  const demo = create();
  await demo.start({ mqttUrl });
  await demo.whenWritten();
  await demo.stop();
  const { rows: plants } = await sql<{ key: number; timeZone: string; currency: string; visibility: string }>`
    select key, time_zone as "timeZone", currency, visibility from plants where is_demo order by key`.execute(
    db,
  );
  expect(plants).toHaveLength(4);
  expect(new Set(plants.map(({ timeZone }) => timeZone)).size).toBeGreaterThanOrEqual(3);
  expect(new Set(plants.map(({ currency }) => currency)).size).toBeGreaterThanOrEqual(3);
  expect(plants.filter(({ visibility }) => visibility === "public")).toHaveLength(1);
  const years = await clickhouse.query<{
    plant: number;
    days: string;
    kwh: number;
    kinds: string[];
    other: string;
  }>(
    `select plant, uniq(toDate(window_at)) as days, sum(energy_wh) / 1000 as kwh, groupUniqArray(toString(kind)) as kinds,
       countIf(origin != 'demo') as other
     from unit_windows group by plant order by plant`,
  );
  expect(years).toHaveLength(4);
  for (const [index, { days, kwh, kinds, other }] of years.entries()) {
    const { arrays, meteringLevel } = demoPlants[index]!;
    const ratedW = arrays.reduce((sum, { rows, columns, moduleW }) => sum + rows * columns * moduleW, 0);
    expect(Number(days)).toBeGreaterThanOrEqual(725);
    expect(Number(other)).toBe(0);
    expect(kinds).toEqual([{ "ac-meter": "DCON", string: "SCON", module: "OPT" }[meteringLevel]]);
    // DC at these places, from a humid subtropical coast to 2,168 m in the dry west.
    const yearlyKwhPerKwp = kwh / 2 / (ratedW / 1000);
    expect(yearlyKwhPerKwp).toBeGreaterThan(800);
    expect(yearlyKwhPerKwp).toBeLessThan(2_100);
  }
  const [sums] = await clickhouse.query<{ windows: number; days: number }>(
    `select (select sum(energy_wh) from plant_windows final) as windows, (select sum(energy_wh) from plant_days final) as days`,
  );
  const total = years.reduce((sum, { kwh }) => sum + kwh * 1000, 0);
  expect(sums!.windows / total).toBeCloseTo(1, 6);
  expect(sums!.days / total).toBeCloseTo(1, 6);
});

interface FleetFile {
  readonly sites: readonly {
    readonly timeZone: string;
    readonly gateways: readonly { readonly sn: string; readonly registrationCode: string }[];
    readonly faults: readonly { readonly kind: string; readonly from?: string }[];
  }[];
}

const readFleet = (): FleetFile =>
  JSON.parse(readFileSync(join(dataFolder, "demo", "fleet.json"), "utf8")) as FleetFile;

test("writes the registration codes to the fleet file, readable by its owner only", async () => {
  const path = join(dataFolder, "demo", "fleet.json");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const fleet = readFleet();
  for (const { sn, registrationCode } of fleet.sites.flatMap(({ gateways }) => gateways)) {
    expect(registrationCode).toMatch(/^[A-Z2-7]{26}$/);
    expect(
      await count(sql<{ total: number }>`
        select count(*) as total from devices
        where sn = ${sn} and type = 'DCON' and is_demo
          and registration_code_hash = sha256(convert_to(${registrationCode}, 'UTF8'))`),
    ).toBe(1);
  }
});

test("an owner may be assigned alarms of the own plant only", async () => {
  const { rows } = await sql<{ own: boolean; reads: boolean }>`
    select a.id = p.owner_id as own, ${readsAlarms()} as reads
    from plants p
    cross join lateral (select p.id as plant_id) l
    join accounts a on a.is_demo
    join companies c on c.id = a.company_id
    join roles r on r.id = a.role_id join customer_types ct on ct.id = r.customer_type_id
    where p.is_demo`.execute(db);
  expect(rows).toHaveLength(16);
  expect(rows.filter(({ own, reads }) => own !== reads)).toEqual([]);
});

test("the fault of the large roof's module began before its other faults, by day, and before the demo was created", () => {
  const { timeZone, faults } = readFleet().sites.find(({ faults: ofSite }) =>
    ofSite.some(({ kind }) => kind === "unit-fault"),
  )!;
  const beganAt = (kind: string) => Date.parse(faults.find((fault) => fault.kind === kind)!.from!);
  for (const other of ["dead-unit", "string-down"]) {
    expect(beganAt("unit-fault")).toBeLessThan(beganAt(other));
    expect(beganAt(other)).toBeLessThan(Date.now());
  }
  for (const kind of ["unit-fault", "string-down"]) {
    const hour = Number(
      new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit" }).format(beganAt(kind)),
    );
    expect(hour).toBeGreaterThanOrEqual(10);
    expect(hour).toBeLessThan(15);
  }
});

/** Lifetime counters in the fleet file of the units of the metering level, Wh, by serial number. */
function readCounterStarts(): Map<string, number> {
  const { sites } = JSON.parse(readFileSync(join(dataFolder, "demo", "fleet.json"), "utf8")) as {
    sites: {
      meteringLevel: string;
      gateways: {
        sn: string;
        acCounterStartWh?: number;
        arrays: { counterStartWh: number[]; moduleSns?: string[]; stringSns?: string[] }[];
      }[];
    }[];
  };
  const starts = new Map<string, number>();
  for (const { meteringLevel, gateways } of sites) {
    const { sn, acCounterStartWh, arrays } = gateways[0]!;
    const counterStartWh = arrays.flatMap((array) => array.counterStartWh);
    const moduleSns = arrays.flatMap((array) => array.moduleSns ?? []);
    const stringSns = arrays.flatMap((array) => array.stringSns ?? []);
    if (meteringLevel === "ac-meter") starts.set(sn, acCounterStartWh!);
    else {
      const sns = meteringLevel === "string" ? stringSns : moduleSns;
      const perUnit = counterStartWh.length / sns.length;
      for (const [index, unitSn] of sns.entries()) {
        const modules = counterStartWh.slice(index * perUnit, (index + 1) * perUnit);
        starts.set(
          unitSn,
          modules.reduce((sum, value) => sum + value, 0),
        );
      }
    }
  }
  return starts;
}

test("publishes the layout of each plant: every module at its place, in blocks and on two faces", async () => {
  const { rows } = await sql<{ groups: number; cells: number; slots: number }>`
    select count(distinct g.id)::int as groups, count(c.*)::int as cells, count(distinct c.slot_id)::int as slots
    from layout_versions v join layout_groups g on g.version_id = v.id join layout_cells c on c.group_row_id = g.id
    where v.state = 'published' and v.number = 1 group by v.plant_id order by cells`.execute(db);
  expect(rows).toEqual([
    { groups: 2, cells: 20, slots: 20 },
    { groups: 1, cells: 28, slots: 4 },
    { groups: 2, cells: 64, slots: 8 },
    { groups: 4, cells: 400, slots: 400 },
  ]);
});

test("starts each counter at the sum of its unit's history", async () => {
  const starts = readCounterStarts();
  const { rows: devices } = await sql<{ key: number; sn: string }>`
    select key, sn from devices where is_demo`.execute(db);
  const histories = await clickhouse.query<{ device: number; wh: number }>(
    "select device, sum(energy_wh) as wh from unit_windows group by device",
  );
  expect(starts.size).toBe(20 + 4 + 1 + 20);
  expect(histories).toHaveLength(starts.size);
  for (const { device, wh } of histories) {
    const { sn } = devices.find(({ key }) => key === device)!;
    expect(wh).toBeGreaterThan(100_000);
    expect(Math.abs(starts.get(sn)! / wh - 1), sn).toBeLessThan(0.0001);
  }
});

test("creates nothing again at a later start", async () => {
  const before = await countRows("unit_windows");
  const demo = create();
  await demo.start({ mqttUrl });
  await demo.whenWritten();
  await demo.stop();
  expect(await countRows("unit_windows")).toBe(before);
  expect(await count(sql<{ total: number }>`select count(*) as total from plants`)).toBe(4);
});

test("publishes firmware signed by a key of the demo, which is trusted as long as the demo is there", async () => {
  const { rows } = await sql<SignedFile & { signature: string; hasFile: boolean }>`
    select name, size_bytes as "sizeBytes", sha256, signature,
      size_bytes = (select sum(length(content)) from firmware_parts p where p.file_id = f.file_id) as "hasFile"
    from firmware f`.execute(db);
  expect(rows).toHaveLength(4);
  const keys = listTrustedKeys({ firmwareKeys: [], dataFolder });
  for (const { signature, hasFile, ...file } of rows) {
    expect(hasFile).toBe(true);
    expect(findSigner(keys, file, signature)?.name).toBe("Demo");
  }
  expect(statSync(join(dataFolder, "demo", "firmware-key.pem")).mode & 0o077).toBe(0);
});

test("removes every demo row from both engines, and creates no demo at the next start", async () => {
  expect(await removeDemo({ db, clickhouse, dataFolder })).toEqual({ plants: 4, devices: 21 + 5 + 9 + 421 });
  for (const table of [
    "plants",
    "devices",
    "device_links",
    "slots",
    "modules",
    "layout_versions",
    "gateways",
    "tariffs",
    "firmware",
    "firmware_files",
    "firmware_parts",
  ])
    expect(await count(sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`)).toBe(0);
  expect(await count(sql<{ total: number }>`select count(*) as total from companies where is_demo`)).toBe(0);
  expect(await count(sql<{ total: number }>`select count(*) as total from accounts where is_demo`)).toBe(0);
  for (const table of ["samples", "reports", "unit_windows", "plant_windows", "plant_days"])
    expect(await countRows(table)).toBe(0);
  expect(existsSync(join(dataFolder, "demo"))).toBe(false);
  expect(listTrustedKeys({ firmwareKeys: [], dataFolder })).toEqual([]);
  const demo = create();
  await demo.start({ mqttUrl });
  await demo.stop();
  expect(await count(sql<{ total: number }>`select count(*) as total from plants`)).toBe(0);
});
