import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { birthSchema } from "@heliograph/protocol";
import { expect, test } from "vitest";
import { fleetSchema, readFleet } from "./fleet.ts";
import { layOutRoof } from "./physics/roof.ts";

const example = resolve(import.meta.dirname, "../../../fleets/small.json");

test("reads the example, and builds inventories from its roofs that the protocol accepts", () => {
  const fleet = readFleet(example);
  for (const gateway of fleet.sites.flatMap(({ gateways }) => gateways)) {
    const { units } = layOutRoof(gateway, fleet.seed);
    expect(units.length).toBeGreaterThan(0);
    expect(birthSchema.shape.units.safeParse(units).success).toBe(true);
  }
});

test("gives units their configured serial numbers, else ones derived from the gateway's", () => {
  const array = { name: "A", rows: 1, columns: 2, tiltDeg: 10, azimuthDeg: 0, moduleW: 400 };
  const sns = (extra: object) => {
    const fleet = fleetSchema.parse({
      sites: [
        {
          name: "S",
          timeZone: "UTC",
          currency: "EUR",
          latitude: 0,
          longitude: 0,
          gateways: [{ sn: "GW-1", arrays: [{ ...array, ...extra }] }],
        },
      ],
    });
    return layOutRoof(fleet.sites[0]!.gateways[0]!, 1).units.map(([, sn]) => sn);
  };
  expect(sns({ moduleSns: ["OWN-1", "OWN-2"] })).toEqual(["OWN-1", "OWN-2"]);
  expect(sns({})).toEqual(["GW-1-A-001", "GW-1-A-002"]);
  expect(() => sns({ moduleSns: ["OWN-1"] })).toThrow(/no serial number for unit 2/);
});

test.each([
  ["a field it does not know", { colour: "red" }],
  ["an entered fleet without a beginning", { isEntered: true }],
  ["a backfill beyond the ring of a gateway", { backfillDays: 8 }],
])("refuses %s", (_, extra) => {
  const { sites } = readFleet(example);
  expect(fleetSchema.safeParse({ sites, ...extra }).success).toBe(false);
  expect(fleetSchema.safeParse({ sites }).success).toBe(true);
});

test("accepts one counter for all modules or one for each, and no list of another length", () => {
  const { sites } = readFleet(example);
  const [site] = sites;
  const [gateway] = site!.gateways;
  const [array] = gateway!.arrays;
  const parse = (counterStartWh: unknown) =>
    fleetSchema.safeParse({
      sites: [{ ...site, gateways: [{ ...gateway, arrays: [{ ...array, counterStartWh }] }] }],
    });
  const each = Array.from({ length: array!.rows * array!.columns }, (_, index) => index);
  expect(parse(7).success).toBe(true);
  expect(parse(each).success).toBe(true);
  expect(parse(each.slice(1)).error?.issues[0]?.message).toBe("must be one number, or one for each module");
});

test("reports a missing file, and one that is no JSON, in a sentence", () => {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-fleet-"));
  const broken = join(folder, "broken.json");
  writeFileSync(broken, "{");
  expect(() => readFleet(join(folder, "none.json"))).toThrow(/none\.json: there is no such file\.$/);
  expect(() => readFleet(folder)).toThrow(/: there is no such file\.$/);
  expect(() => readFleet(broken)).toThrow(/broken\.json cannot be read: /);
  rmSync(folder, { recursive: true });
});
