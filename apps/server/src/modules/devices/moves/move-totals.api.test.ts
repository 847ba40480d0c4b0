import { createHash } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { isFullRun, variants } from "../../../../test/full-run.ts";
import { createSeededRandom, pickOne } from "../../../../test/random.ts";
import { openTestStage } from "../../../../test/stage.ts";
import { createVirtualClock, systemClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createRollUpJob } from "../../energy/metering/roll-up/roll-up-job.ts";
import { markWindows } from "../../energy/metering/window-marks.service.ts";
import { createPlacementJob } from "../placements/placement-job.ts";

const CODE = "MFRGGZDFMZTWQ2LK";
const START = Date.UTC(2026, 5, 20);
const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const SAMPLES = 64;
const NOW = START + SAMPLES * WINDOW_MS;
const SETTLED_MS = 11 * MINUTE_MS;
const OPERATIONS = isFullRun ? 30 : 8;

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const { db, clickhouse } = engines;
const logger = createLogger({ logLevel: "silent" });

interface Unit {
  readonly id: string;
  readonly key: number;
  readonly sn: string;
}
interface Sample {
  readonly unit: Unit;
  readonly gatewayKey: number;
  readonly at: number;
  readonly wh: number;
}
interface Link {
  readonly deviceKey: number;
  readonly plantKey: number;
  readonly slotKey: number;
  readonly fromAt: number;
  readonly toAt: number;
}
type Energies = ReadonlyMap<string, number>;

/** Random numbers of a seed. */
function createRandom(seed: number) {
  const next = createSeededRandom(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(all: readonly T[]) => pickOne(next, all),
  };
}
type Random = ReturnType<typeof createRandom>;

async function createFleet() {
  const account = await createAccount(db, { roleCode: "installer-administrator" });
  const { authorization } = await createSession(db, { accountId: account.id });
  const linkedFromAt = new Date(START - 86_400_000);
  const codeHash = createHash("sha256").update(CODE).digest();
  const createArray = async (labels: readonly string[]) => {
    const plant = await createPlant(db, { ownerId: account.id });
    const gateway = await createDevice(db, { type: "DCON", plantId: plant.id, linkedFromAt });
    const units = [];
    for (const slotLabel of labels)
      units.push(
        await createDevice(db, {
          type: "OPT",
          plantId: plant.id,
          parentId: gateway.id,
          slotLabel,
          linkedFromAt,
          ratedPowerW: 600,
          registrationCodeHash: codeHash,
        }),
      );
    return { plant, gateway, units };
  };
  const arrays = [await createArray(["A1", "A2"]), await createArray(["A1", "B2"])] as const;
  const spares = [];
  for (const _ of [0, 1])
    spares.push(await createDevice(db, { type: "OPT", ratedPowerW: 600, registrationCodeHash: codeHash }));
  const units: readonly Unit[] = [...arrays.flatMap((array) => array.units), ...spares];
  return { authorization, arrays, units, plants: arrays.map(({ plant }) => plant) };
}
type Fleet = Awaited<ReturnType<typeof createFleet>>;

async function listLinks(): Promise<Link[]> {
  const { rows } = await sql<Omit<Link, "fromAt" | "toAt"> & { fromAt: Date; toAt: Date | null }>`
    select d.key as "deviceKey", p.key as "plantKey", coalesce(s.key, 0) as "slotKey", l.from_at as "fromAt",
      l.to_at as "toAt"
    from device_links l join devices d on d.id = l.device_id join plants p on p.id = l.plant_id
    left join slots s on s.id = l.slot_id`.execute(db);
  return rows.map((row) => ({
    ...row,
    fromAt: row.fromAt.getTime(),
    toAt: row.toAt?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
}

const linkAt = (links: readonly Link[], deviceKey: number, at: number) =>
  links.find((link) => link.deviceKey === deviceKey && at >= link.fromAt && at < link.toAt);

/** The stay that a sample belongs to: unit and gateway are linked to its plant. */
function stayOf(links: readonly Link[], { unit, gatewayKey, at }: Sample): Link | undefined {
  const own = linkAt(links, unit.key, at);
  return own && linkAt(links, gatewayKey, at)?.plantKey === own.plantKey ? own : undefined;
}

/** Energy by plant, slot and window, from the samples and links alone: growth within stays of a unit at a slot. */
function countEnergies(links: readonly Link[], samples: readonly Sample[]): Energies {
  const energies = new Map<string, number>();
  const placed = samples.flatMap((sample) => {
    const stay = stayOf(links, sample);
    return stay ? [{ ...sample, stay }] : [];
  });
  const bySlot = Map.groupBy(placed, ({ unit, stay }) => `${unit.key}/${stay.plantKey}/${stay.slotKey}`);
  for (const [, own] of bySlot) {
    const sorted = own.toSorted((one, other) => one.at - other.at);
    for (const [index, to] of sorted.entries()) {
      const from = sorted[index - 1];
      if (!from) continue;
      const isContinued = from.stay === to.stay || isUnbroken(links, from.stay, to.stay);
      if (!isContinued) continue;
      const wattHours = (to.wh - from.wh) / (to.at - from.at);
      for (let at = Math.floor(from.at / WINDOW_MS) * WINDOW_MS; at < to.at; at += WINDOW_MS) {
        const lengthMs = Math.min(at + WINDOW_MS, to.at) - Math.max(at, from.at);
        const key = `${to.stay.plantKey}/${to.stay.slotKey}/${at}`;
        energies.set(key, (energies.get(key) ?? 0) + wattHours * lengthMs);
      }
    }
  }
  return energies;
}

/** Stays that follow each other without a gap, such as after a change of the parent. */
function isUnbroken(links: readonly Link[], from: Link, to: Link): boolean {
  const next = links.find(
    (link) =>
      link.deviceKey === from.deviceKey &&
      link.plantKey === from.plantKey &&
      link.slotKey === from.slotKey &&
      link.fromAt === from.toAt,
  );
  return next === to || (next !== undefined && isUnbroken(links, next, to));
}

const sumBy = (
  energies: Energies,
  keyOf: (plant: string, slot: string, at: number) => string | undefined,
) => {
  const sums = new Map<string, number>();
  for (const [key, wh] of energies) {
    const [plant = "", slot = "", at = ""] = key.split("/");
    const group = keyOf(plant, slot, Number(at));
    if (group !== undefined) sums.set(group, (sums.get(group) ?? 0) + wh);
  }
  return sums;
};

function expectEqual(found: Energies, wanted: Energies): void {
  const differing = [...new Set([...found.keys(), ...wanted.keys()])].flatMap((key) => {
    const [is, should] = [found.get(key) ?? 0, wanted.get(key) ?? 0];
    return Math.abs(is - should) <= 1e-9 * Math.max(1, Math.abs(should)) ? [] : [{ key, is, should }];
  });
  expect(differing).toEqual([]);
}

async function readEnergies({ plants }: Fleet): Promise<Energies> {
  const rows = await clickhouse.query<{ place: string; wh: number }>(
    `select concat(toString(plant), '/', toString(slot), '/', toString(toUnixTimestamp(window_at) * 1000)) as place,
      sum(energy_wh) as wh
    from unit_windows final where plant in {plants:Array(UInt32)} group by place`,
    { plants: plants.map(({ key }) => key) },
  );
  return new Map(rows.map(({ place, wh }) => [place, wh]));
}

async function readPlantWindows({ plants }: Fleet): Promise<Energies> {
  const rows = await clickhouse.query<{ place: string; wh: number }>(
    `select concat(toString(plant), '/', toString(toUnixTimestamp(window_at) * 1000)) as place, sum(energy_wh) as wh
    from plant_windows final where plant in {plants:Array(UInt32)} and level = 'module' group by place`,
    { plants: plants.map(({ key }) => key) },
  );
  return new Map(rows.map(({ place, wh }) => [place, wh]));
}

async function readPlantTotals({ plants }: Fleet): Promise<Energies> {
  const rows = await clickhouse.query<{ plant: number; wh: number }>(
    "select plant, sum(energy_wh) as wh from plant_days final where plant in {plants:Array(UInt32)} group by plant",
    { plants: plants.map(({ key }) => key) },
  );
  return new Map(rows.map(({ plant, wh }) => [String(plant), wh]));
}

/** Prices change at 06:00 and 10:00. */
const tariffOf = (at: number) =>
  at >= START + 24 * WINDOW_MS && at < START + 40 * WINDOW_MS ? "day" : "night";

/** Stores samples as intake does, by the links given. */
async function deliver(links: readonly Link[], samples: readonly Sample[]): Promise<void> {
  const placed = samples.flatMap((sample) => {
    const stay = stayOf(links, sample);
    return stay ? [{ ...sample, stay }] : [];
  });
  if (placed.length === 0) return;
  await clickhouse.insertRows(
    "samples",
    placed.map(({ unit, gatewayKey, at, wh, stay }) => ({
      plant: stay.plantKey,
      day: new Date(at),
      device: unit.key,
      at: new Date(at),
      slot: stay.slotKey,
      kind: "OPT",
      gateway: gatewayKey,
      seq: at,
      is_history: 0,
      received_at: new Date(NOW),
      eh: wh,
    })),
  );
  await markWindows(
    db,
    placed.map(({ stay, at }) => ({ plantKey: stay.plantKey, windowAt: at })),
  );
}

/** Both jobs, when no report that was placed by earlier links can be on its way. */
async function settle(): Promise<void> {
  const clock = createVirtualClock(Date.now() + SETTLED_MS);
  await createPlacementJob({ db, clickhouse, clock, logger }).runOnce();
  await createRollUpJob({ ...engines, clock: systemClock, logger, onEnergyChanged: () => undefined }).drain();
}

interface Operation {
  readonly path: "replace" | "move" | "remove" | "add";
  readonly body: object;
  readonly unit: Unit;
  readonly fromAt: number;
}

/**
 * A change of a random device at a random moment; not every one is possible. What is placed since the present moment
 * cannot be changed again, so only the last changes begin then.
 */
function chooseOperation(
  random: Random,
  fleet: Fleet,
  links: readonly Link[],
  isAmongLast: boolean,
): Operation {
  const open = links.filter(({ toAt }) => toAt === Number.POSITIVE_INFINITY);
  const unit = random.pick(fleet.units);
  const link = open.find(({ deviceKey }) => deviceKey === unit.key);
  // A unit without a place can be added again once its last stay has ended.
  const lastEndedAt = Math.max(
    START,
    ...links.filter(({ deviceKey }) => deviceKey === unit.key).map(({ toAt }) => toAt),
  );
  const earliest = Math.max(START, link?.fromAt ?? lastEndedAt);
  const fromAt =
    isAmongLast && random.chance(0.5) ? NOW : Math.min(NOW, earliest + (1 + random.below(60)) * MINUTE_MS);
  const at = { fromAt: new Date(fromAt).toISOString() };
  const label = random.pick(["A1", "A2", "B2", "C3"]);
  const target = random.pick(fleet.plants);
  if (!link)
    return {
      path: "add",
      unit,
      fromAt,
      body: { stationId: target.id, sn: unit.sn, registrationCode: CODE, installedAt: at.fromAt },
    };
  if (random.chance(0.1)) {
    const { gateway } = random.pick(fleet.arrays);
    return {
      path: "move",
      unit: gateway,
      fromAt,
      body: { deviceId: gateway.id, stationId: target.id, withBelow: true, ...at },
    };
  }
  const path = random.pick(["replace", "replace", "move", "move", "remove"] as const);
  const others = {
    replace: { sn: random.pick(fleet.units).sn, registrationCode: CODE },
    move: { stationId: target.id, ...(random.chance(0.7) && { place: label }) },
    remove: {},
  };
  return { path, unit, fromAt, body: { deviceId: unit.id, ...others[path], ...at } };
}

/** Makes the change as the console does: checked, then applied. Returns whether it was possible. */
async function operate({ authorization }: Fleet, { path, body }: Operation): Promise<boolean> {
  const post = (sent: object) =>
    server.call("POST", `/workData/device/${path}`, { authorization, body: sent });
  if (path === "add") return (await post(body)).envelope.code === "0";
  const checked = (await post({ ...body, mode: "check" })).envelope;
  if (checked.code !== "0") {
    return false;
  }
  const { revision, fromAt } = checked.data;
  const applied = (await post({ ...body, mode: "apply", revision, fromAt })).envelope;
  expect(applied.code).toBe("0");
  return true;
}

const seeds = variants([Math.floor(Math.random() * 2 ** 31), 1, 2, 3]);

test.each(seeds)(
  "totals of plant, slot and tariff stay exact through replacing, moving and removing with late data (seed %i)",
  async (seed) => {
    server.clock.set(NOW);
    const random = createRandom(seed);
    const fleet = await createFleet();
    const waiting: Sample[] = fleet.units.flatMap((unit) => {
      let wh = 1_000 * random.below(50);
      let lastAt = START;
      return Array.from({ length: SAMPLES }, (_, index) => {
        // What the gateways heard: each unit from either of them.
        const { gateway } = random.chance(0.85)
          ? (fleet.arrays.find(({ units }) => units.some(({ key }) => key === unit.key)) ?? fleet.arrays[0])
          : random.pick(fleet.arrays);
        const at = START + index * WINDOW_MS + random.below(WINDOW_MS / MINUTE_MS) * MINUTE_MS;
        // At most 560 W, which a unit of 600 W can produce.
        wh += (random.below(560) * (at - lastAt)) / (60 * MINUTE_MS);
        lastAt = at;
        return { unit, gatewayKey: gateway.key, at, wh };
      });
    });
    const stored: Sample[] = [];
    /** Reports arrive late, by the links that were read before the last change or after it. */
    const deliverSome = async (links: readonly Link[], share: number) => {
      const arrived = waiting.filter((sample) => stayOf(links, sample) && random.chance(share));
      for (const sample of arrived) waiting.splice(waiting.indexOf(sample), 1);
      await deliver(links, arrived);
      stored.push(...arrived);
    };
    await deliverSome(await listLinks(), 0.6);
    await settle();
    let done = 0;
    for (let round = 0; done < OPERATIONS && round < 8 * OPERATIONS; round++) {
      const before = await listLinks();
      const operation = chooseOperation(random, fleet, before, done >= OPERATIONS - 2);
      if (!(await operate(fleet, operation))) continue;
      done += 1;
      const after = await listLinks();
      await deliverSome(before, 0.02);
      await deliverSome(after, 0.05);
      await settle();
      const wanted = countEnergies(after, stored);
      const found = await readEnergies(fleet);
      expectEqual(found, wanted);
      // What counts up to the last reports before the change is as if it had not been made.
      const lastReports = fleet.units.flatMap(({ key }) => {
        const reports = stored.filter(
          (sample) =>
            sample.unit.key === key && sample.at < operation.fromAt && stayOf(before, sample) !== undefined,
        );
        return reports.length === 0 ? [] : [Math.max(...reports.map(({ at }) => at))];
      });
      // A change before any report has no past.
      const until = lastReports.length === 0 ? START : Math.min(...lastReports);
      const past = (all: Energies) =>
        sumBy(all, (plant, slot, at) => (at + WINDOW_MS <= until ? `${plant}/${slot}/${at}` : undefined));
      expectEqual(past(found), past(countEnergies(before, stored)));
      const bySlot = (all: Energies) => sumBy(all, (plant, slot) => `${plant}/${slot}`);
      expectEqual(bySlot(found), bySlot(wanted));
      expectEqual(
        sumBy(await readPlantWindows(fleet), (plant, at) => `${plant}/${tariffOf(Number(at))}`),
        sumBy(wanted, (plant, _slot, at) => `${plant}/${tariffOf(at)}`),
      );
      expectEqual(
        await readPlantTotals(fleet),
        sumBy(wanted, (plant) => plant),
      );
    }
    expect(done).toBe(OPERATIONS);
    expect(stored.length).toBeGreaterThan(SAMPLES);
  },
);
