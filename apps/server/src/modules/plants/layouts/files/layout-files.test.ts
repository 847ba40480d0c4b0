import type { DraftGroup, LayoutDraft, PlaceableUnit } from "@heliograph/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTable } from "../../../../infra/sheets/read-table.ts";
import { writeSheet } from "../../../../infra/sheets/write-sheet.ts";
import { createDraftBuilder } from "./draft-builder.ts";
import { readLayoutGrid, writeLayoutGrid } from "./layout-grid.ts";
import { readLayoutJson, writeLayoutJson } from "./layout-json.ts";
import { readLayoutList, writeLayoutList } from "./layout-list.ts";
import { createUnitNames } from "./unit-names.ts";

const limits = { maxRows: 500, maxColumns: 100, maxCellCharacters: 200 };
/** `map`: the cells of a workbook in CSV, which is read a hundred times faster. */
const formats = ["json", "csv", "map", "xlsx"] as const;
type Format = (typeof formats)[number];
const runs: Readonly<Record<Format, number>> = { json: 100, csv: 100, map: 100, xlsx: 4 };

async function write(
  layout: LayoutDraft,
  units: readonly PlaceableUnit[],
  format: Format,
): Promise<Uint8Array> {
  const names = createUnitNames(units, new Map());
  if (format === "json") return Buffer.from(writeLayoutJson(layout, names));
  const sheet = format === "csv" ? writeLayoutList(layout, names) : writeLayoutGrid(layout, names);
  return (await writeSheet(sheet, format === "xlsx" ? "xlsx" : "csv")).content;
}

function read(
  content: Uint8Array,
  units: readonly PlaceableUnit[],
  format: Format,
  numbers: ReadonlyMap<string, number> = new Map(),
) {
  const shared = new Set(units.flatMap(({ key, type }) => (type === "SCON" ? [key] : [])));
  const builder = createDraftBuilder(createUnitNames(units, numbers), shared);
  if (format === "json") return readLayoutJson(Buffer.from(content).toString("utf8"), builder);
  const table = readTable(content, format === "xlsx" ? "xlsx" : "csv", limits);
  return format === "csv" ? readLayoutList(table, builder) : readLayoutGrid(table, builder);
}

/** Texts that files could take for something else come often. */
const label = fc.oneof(
  fc.constantFrom(
    "",
    "-",
    "1-1-1",
    "GROUP",
    "A1 @3",
    "#1",
    "=1+1",
    "'x",
    "SN-0001",
    "0.10",
    "滨江 7",
    'a"b;c',
  ),
  fc.string({ maxLength: 12 }).map((text) => text.trim()),
);
const typeOf = (isString: boolean) => (isString ? ("SCON" as const) : ("OPT" as const));
const units: fc.Arbitrary<PlaceableUnit[]> = fc
  .array(fc.record({ label, hasSn: fc.boolean(), isString: fc.boolean() }), { maxLength: 12 })
  .map((drawn) =>
    drawn.map(({ label: own, hasSn, isString }, index) => ({
      key: index % 3 === 2 ? -(index + 1) : index + 1,
      type: hasSn ? typeOf(isString) : null,
      sn: hasSn ? `SN-000${index}` : null,
      label: own,
      parentSn: null,
    })),
  );
const number = (min: number, max: number) =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((thousandths) => thousandths / 1000);
const group = fc
  .record({
    groupKey: fc.uuid(),
    name: fc
      .oneof(fc.constantFrom("South", "=x", "'=x", "''-x", "'x", "GROUP", ""), fc.string({ maxLength: 20 }))
      .map((text) => text.replace(/[\p{Cc};]/gu, "").trim()),
    rows: fc.integer({ min: 1, max: 4 }),
    columns: fc.integer({ min: 1, max: 5 }),
    tiltDeg: fc.option(number(0, 90)),
    azimuthDeg: fc.option(number(0, 359)),
    rotationDeg: number(-180, 180),
    xM: number(-500, 500),
    yM: number(-500, 500),
    moduleWidthM: number(1, 3),
    moduleHeightM: number(1, 3),
  })
  .chain((fields) =>
    fc
      .subarray(
        Array.from({ length: fields.rows * fields.columns }, (_, index) => [
          Math.floor(index / fields.columns),
          index % fields.columns,
        ]),
      )
      .chain((places) =>
        fc.record({
          fields: fc.constant(fields),
          places: fc.constant(places),
          drawn: fc.array(fc.record({ unit: fc.nat(20), pole: fc.option(fc.integer({ min: 1, max: 9 })) }), {
            minLength: places.length,
            maxLength: places.length,
          }),
        }),
      ),
  );

/** A layout in which only strings serve several modules. */
const sample = fc
  .record({
    known: units,
    groups: fc.uniqueArray(group, { maxLength: 4, minLength: 1, selector: ({ fields }) => fields.groupKey }),
  })
  .map(({ known, groups }) => {
    const placed = new Set<number>();
    const take = (index: number): number | null => {
      const unit = known[index];
      if (unit === undefined || (placed.has(unit.key) && unit.type !== "SCON")) return null;
      placed.add(unit.key);
      return unit.key;
    };
    const layout: LayoutDraft = {
      groups: groups.map(
        ({ fields, places, drawn }): DraftGroup => ({
          ...fields,
          cells: places.map(([row, column], index) => ({
            row: row!,
            column: column!,
            unit: take(drawn[index]!.unit),
            pole: drawn[index]!.pole,
          })),
        }),
      ),
    };
    return { known, layout };
  });

describe("a layout file", () => {
  it.each(formats)("as %s is read as it was written", async (format) => {
    await fc.assert(
      fc.asyncProperty(sample, async ({ known, layout }) => {
        const content = await write(layout, known, format);
        expect(read(content, known, format)).toEqual({ layout, unknown: [] });
      }),
      { numRuns: runs[format] },
    );
  });

  const known: PlaceableUnit[] = ["SN-1", "SN-2", "SN-3"].map((sn, index) => ({
    ...{ key: index + 1, type: "OPT", sn, label: "", parentSn: "GW-1" },
  }));
  const numbers = new Map([
    ["1-1-1", 1],
    ["1-1-2", 2],
    ["1-2-1", 3],
  ]);
  const readText = (lines: readonly string[]) => read(Buffer.from(lines.join("\n")), known, "csv");
  const grid = async (...rows: (string | number)[][]) => {
    const [head = [], ...body] = rows;
    const { content } = await writeSheet({ head: head.map(String), rows: body }, "xlsx");
    return read(content, known, "xlsx", numbers);
  };

  it("names row and column of what is missing and of what it cannot read", () => {
    const head = "group,row,column,unit,x_m,y_m,tilt_deg";
    expect(
      readText([head, "A,1,1,SN-1,0,,10", "A,,2,SN-2,0,0", "A,2,x,SN-2,0,0", "B,1,1,SN-1,a,0,95"]),
    ).toEqual({
      problems: [
        { key: "layoutFile.noCoordinates", row: 2, column: "y_m", value: "" },
        { key: "layoutFile.noCoordinates", row: 3, column: "row", value: "" },
        { key: "layoutFile.format", row: 4, column: "column", value: "x" },
        { key: "layoutFile.format", row: 5, column: "x_m", value: "a" },
        { key: "layoutFile.format", row: 5, column: "tilt_deg", value: "95" },
        { key: "layoutFile.repeated", row: 5, column: "unit", value: "SN-1" },
      ],
    });
    expect(readText(["group,row,unit", "A,1,SN-1"])).toMatchObject({
      problems: [
        { key: "layoutFile.noCoordinates", row: 1, column: "column" },
        { row: 1, column: "x_m" },
        { row: 1, column: "y_m" },
      ],
    });
  });

  it("names the path of a wrong value in JSON", () => {
    const group = {
      name: "A",
      xM: 0,
      yM: 0,
      modules: [{ row: 1, column: 1 }, { row: 1 }, { row: 0, column: 2 }],
    };
    const file = { format: "heliograph-layout", version: 1, groups: [group, { modules: [], xM: 1 }] };
    expect(read(Buffer.from(JSON.stringify(file)), known, "json")).toMatchObject({
      problems: [
        { key: "layoutFile.noCoordinates", row: null, column: "groups[0].modules[1].column" },
        { key: "layoutFile.format", column: "groups[0].modules[2].row", value: "0" },
        { key: "layoutFile.noCoordinates", column: "groups[1].yM" },
      ],
    });
    for (const text of ["{", JSON.stringify({ ...file, version: 2 })])
      expect(read(Buffer.from(text), known, "json")).toMatchObject({
        problems: [{ key: "layoutFile.format" }],
      });
  });

  it("reads a bare map with ids of the wiring, gaps kept, and says which units the plant does not have", async () => {
    const result = await grid(["1-1-2", "1-1-1"], ["", "-"], ["9-9-9 ", "SN-3"]);
    expect(result).toMatchObject({
      unknown: ["9-9-9"],
      layout: {
        groups: [
          {
            rows: 3,
            columns: 2,
            cells: [
              { row: 0, column: 0, unit: 2 },
              { row: 0, column: 1, unit: 1 },
              { row: 1, column: 1, unit: null },
              { row: 2, column: 0, unit: null },
              { row: 2, column: 1, unit: 3 },
            ],
          },
        ],
      },
    });
  });

  it("names the cell of a map", async () => {
    expect(await grid(["GROUP", "x_m", 1, "rows", 1], ["1-1-1 @12", "1-1-1"], ["1-1-1"])).toEqual({
      problems: [
        { key: "layoutFile.noCoordinates", row: 1, column: "y_m", value: "" },
        { key: "layoutFile.format", row: 2, column: "A", value: "1-1-1 @12" },
        { key: "layoutFile.repeated", row: 3, column: "A", value: "1-1-1" },
        { key: "layoutFile.outside", row: null, column: "", value: "2-1" },
      ],
    });
  });

  it("refuses more groups and modules than a layout may have, without listing each", () => {
    const rows = Array.from({ length: 501 }, (_, index) => `G${index},1,1,,0,0`);
    const content = Buffer.from(["group,row,column,unit,x_m,y_m", ...rows].join("\n"));
    const builder = createDraftBuilder(createUnitNames(known, new Map()), new Set());
    expect(readLayoutList(readTable(content, "csv", { ...limits, maxRows: 600 }), builder)).toMatchObject({
      problems: [{ key: "layoutFile.tooManyGroups", row: 502 }],
    });
  });
});
