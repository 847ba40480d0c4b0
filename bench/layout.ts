import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { gunzipSync } from "node:zlib";
import { encodeDayFile } from "@heliograph/contract/layout-day";
import type { Page } from "@playwright/test";
import { chromium } from "@playwright/test";
import { openClickHouse } from "../apps/server/src/infra/clickhouse/open-clickhouse.ts";
import { gzipParts } from "../apps/server/src/infra/gzip-parts.ts";
import { createLogger } from "../apps/server/src/infra/logger.ts";
import { readUnitDay } from "../apps/server/src/modules/energy/metering/curve/unit-day.ts";
import type { EnergyPlant } from "../apps/server/src/modules/energy/metering/plants.repository.ts";
import { measureLayoutPage } from "./layout-page.ts";
import { measurePublish } from "./layout-publish.ts";
import { readCount } from "./options.ts";
import { today, writeSampleDay } from "./queries-data.ts";
import type { BenchRow } from "./report.ts";
import { percentile, report } from "./report.ts";

// The roof of a large plant: its day file from stored samples and over HTTP, frames of the drawing in Chromium without a GPU in
// view and editor, the page with its frames and memory, and publishing a layout. Frames of the drawing are those of its code
// alone, without the page around it.
// `--modules=1000 --frames=60 --published=200` for a short run.

const MODULES = readCount("modules", 10_000);
const FRAMES = readCount("frames", 300);
/** Modules of the layout that is published. */
const PUBLISHED = readCount("published", 2_000);
const SIZES = [
  { width: 1400, height: 800, goalMs: 17 },
  { width: 2500, height: 1300, goalMs: 33 },
];
const ROUNDS = 3;
const debian = "/usr/bin/chromium";
const web = join(import.meta.dirname, "../apps/web/src");
const contract = join(import.meta.dirname, "../packages/contract/src/layout-day.ts");
const origin = "http://layout.bench";

const plant: EnergyPlant = {
  plantId: "",
  plantKey: 1,
  timeZone: "UTC",
  zones: "UTC",
  latitude: 0,
  longitude: 0,
  installedCapacityKwp: 1,
  reportIntervalS: 300,
  minIntervalS: 300,
  meteringSets: [],
};

/** Time and size of a day file, and its content before compression; modules report from sunrise to sunset, or all day. */
async function measureDayFile(isAsleepAtNight: boolean): Promise<{ rows: BenchRow[]; file: Uint8Array }> {
  const dataFolder = await mkdtemp(join(tmpdir(), "heliograph-bench-"));
  const clickhouse = await openClickHouse({
    config: { dataFolder },
    logger: createLogger({ logLevel: "silent" }),
  });
  try {
    const input = {
      table: "samples",
      plant: 1,
      firstDevice: 1,
      modules: MODULES,
      at: today,
      isAsleepAtNight,
    };
    await writeSampleDay(clickhouse, input);
    const day = new Date(today).toISOString().slice(0, 10);
    const readMs: number[] = [];
    const packMs: number[] = [];
    let file = new Uint8Array();
    for (let round = 0; round < ROUNDS; round++) {
      const begunAt = performance.now();
      const values = await readUnitDay(clickhouse, { plant, day });
      const readAt = performance.now();
      file = Buffer.concat(await Array.fromAsync(gzipParts(encodeDayFile(values))));
      readMs.push(readAt - begunAt);
      packMs.push(performance.now() - readAt);
    }
    const name = `day file of ${MODULES} modules that report ${isAsleepAtNight ? "for 14 hours" : "day and night"}`;
    const rows: BenchRow[] = [
      { what: `${name}: read`, value: Math.min(...readMs), unit: "ms", goal: "≤ 600 with the next" },
      { what: `${name}: encoded and compressed`, value: Math.min(...packMs), unit: "ms" },
      { what: `${name}: size`, value: file.length / 1_000_000, unit: "MB", goal: "≤ 6" },
    ];
    return { rows, file: gunzipSync(file) };
  } finally {
    await clickhouse.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Serves the drawing code to a page as it is, without its types. */
async function serveModules(page: Page, file: Uint8Array): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === "/") {
      const imports = { imports: { "@heliograph/contract/layout-day": "/layout-day.ts" } };
      const body = `<!doctype html><script type="importmap">${JSON.stringify(imports)}</script>`;
      return await route.fulfill({ contentType: "text/html", body });
    }
    if (path === "/day") return await route.fulfill({ body: Buffer.from(file) });
    const source = await readFile(path === "/layout-day.ts" ? contract : join(web, path), "utf8");
    return await route.fulfill({ contentType: "text/javascript", body: stripTypeScriptTypes(source) });
  });
  await page.goto(`${origin}/`);
}

/** What the program in the page uses of its browser. */
interface Browser {
  readonly document: {
    createElement(name: "canvas"): Canvas;
    readonly body: { append(element: Canvas): void };
  };
  requestAnimationFrame(run: (at: number) => void): void;
}

interface Canvas {
  width: number;
  height: number;
  getContext(kind: "2d", options: object): unknown;
  remove(): void;
}

interface Frames {
  readonly frameMs: number[];
  readonly scriptMs: number[];
}

/** Draws frames of the editor in the page: a pan that zooms in and out, or a group that is dragged. */
async function drawEditorFrames(
  page: Page,
  size: { width: number; height: number },
  kind: "pan" | "drag",
): Promise<Frames> {
  return await page.evaluate(
    async ({ size, kind, modules, frames }) => {
      const { document, requestAnimationFrame } = globalThis as unknown as Browser;
      const load = (name: string) => import(`/${name}.ts`);
      const [drawOf, editsOf, viewOf] = await Promise.all(
        ["features/layout/editor/draw-editor", "shared/roof/draft/edits", "shared/roof/view"].map(load),
      );
      const side = Math.ceil(Math.sqrt(modules / 4));
      const groups = [0, 1, 2, 3].map((index) => ({
        ...{ groupKey: `g${index}`, name: `Block ${index + 1}`, rows: side, columns: side, tiltDeg: 10 },
        ...{ azimuthDeg: 180, rotationDeg: 0, moduleWidthM: 1.15, moduleHeightM: 1.78 },
        ...{ xM: (index % 2) * side * 1.2, yM: Math.floor(index / 2) * side * 1.9 },
        cells: Array.from({ length: side * side }, (_, cell) => ({
          ...{ row: Math.floor(cell / side), column: cell % side, unit: cell, pole: null },
        })),
      }));
      const bounds = { left: 0, top: 0, right: side * 2.4, bottom: side * 3.8 };
      const fitted = viewOf.fitView(bounds, size);
      const canvas = document.createElement("canvas");
      canvas.width = size.width;
      canvas.height = size.height;
      document.body.append(canvas);
      const context = canvas.getContext("2d", { alpha: false });
      const colors = { ground: "#dee", unit: "#3c6682", empty: "#fff", line: "#888", selection: "#e09b00" };
      const draw = (frame: number): void => {
        const turn = (frame / 60) * Math.PI;
        const zoom = kind === "pan" ? 1 + 0.5 * (1 - Math.cos(turn)) : 1;
        const move = { kind: "move", groupKeys: ["g0"], xM: 5 * Math.sin(turn), yM: 0 };
        drawOf.drawEditor(context, {
          layout: kind === "drag" ? editsOf.applyEdit({ groups }, move) : { groups },
          ...{
            background: undefined,
            points: [],
            groups: new Set(["g0"]),
            places: new Set(),
            nameOf: () => "A1-1",
            marquee: undefined,
            size,
          },
          colors: { ...colors, text: "#000", onUnit: "#fff", font: "sans-serif" },
          view: { ...fitted, x: fitted.x + 10 * Math.sin(turn), scale: fitted.scale * zoom },
        });
      };
      const [frameMs, scriptMs]: [number[], number[]] = [[], []];
      let before = 0;
      for (let frame = 0; frame < frames; frame++) {
        const at = await new Promise<number>((run) => requestAnimationFrame(run));
        if (frame > 10) frameMs.push(at - before);
        before = at;
        const begunAt = performance.now();
        draw(frame);
        if (frame > 10) scriptMs.push(performance.now() - begunAt);
      }
      canvas.remove();
      return { frameMs, scriptMs };
    },
    { size, kind, modules: MODULES, frames: FRAMES },
  );
}

/** Draws frames of a movement in the page: a pan that zooms in and out, or a scrub through the day. */
async function drawFrames(
  page: Page,
  size: { width: number; height: number },
  kind: "pan" | "scrub",
): Promise<Frames> {
  return await page.evaluate(
    async ({ size, kind, modules, frames }) => {
      const { document, requestAnimationFrame } = globalThis as unknown as Browser;
      const load = (name: string) =>
        import(name === "layout-day" ? "/layout-day.ts" : `/shared/roof/${name}.ts`);
      const [geometryOf, viewOf, colorsOf, drawOf, valuesOf, paintOf, codec] = await Promise.all(
        ["geometry", "view", "colors", "draw-roof", "day-values", "paint", "layout-day"].map(load),
      );
      const columns = Math.ceil(Math.sqrt(modules / 4));
      const cells = Array.from({ length: modules }, (_, unit) => unit);
      const perGroup = Math.ceil(modules / 4);
      const group = (index: number) => ({
        ...{ name: `Block ${index + 1}`, rows: Math.ceil(perGroup / columns), columns, tiltDeg: 10 },
        ...{ azimuthDeg: 180, rotationDeg: 0, moduleWidthM: 1.15, moduleHeightM: 1.78 },
        ...{ xM: (index % 2) * columns * 1.2, yM: Math.floor(index / 2) * columns * 1.9 },
      });
      const geometry = geometryOf.createGeometry({
        groups: [0, 1, 2, 3].map(group),
        cells: {
          group: cells.map((unit) => Math.floor(unit / perGroup)),
          row: cells.map((unit) => Math.floor((unit % perGroup) / columns)),
          column: cells.map((unit) => (unit % perGroup) % columns),
          unit: cells,
        },
      });
      const file = new Uint8Array(await (await fetch("/day")).arrayBuffer());
      const day = new valuesOf.DayValues(codec.decodeDayFile(file), {
        keys: cells.map((unit) => unit + 1),
        ratedPowersW: cells.map(() => 400),
        peers: cells.map(() => 0),
      });
      const tokens = ["#15223c", "#1f3f6b", "#3c6682", "#7c8a72", "#c2a347", "#f0bf3f", "#ffe596"];
      const palette = colorsOf.createPalette((name: string) => tokens[Number(name.at(-1))] ?? "#870a12");
      const canvas = document.createElement("canvas");
      canvas.width = size.width;
      canvas.height = size.height;
      document.body.append(canvas);
      const context = canvas.getContext("2d", { alpha: false });
      const scale = { from: 0, to: 400 };
      const paint = (step: number) =>
        drawOf.orderByBucket(
          paintOf.paintCells(geometry, paintOf.readMoment(day, "power", step, modules), scale),
        );
      let order = paint(144);
      const fitted = viewOf.fitView(geometry.bounds, size);
      const draw = (frame: number): void => {
        const turn = (frame / 60) * Math.PI;
        const zoom = kind === "pan" ? 1 + 0.5 * (1 - Math.cos(turn)) : 1;
        const view = { ...fitted, x: fitted.x + 10 * Math.sin(turn), scale: fitted.scale * zoom };
        if (kind === "scrub") order = paint(frame % 288);
        drawOf.drawRoof(context, {
          ...{
            geometry,
            order,
            palette,
            view,
            size,
            hovered: undefined,
            selected: new Set(),
            hasMarks: true,
          },
          ...{ textOf: () => ["", ""], groupTexts: [], groupBuckets: [0, 0, 0, 0] },
        });
      };
      const [frameMs, scriptMs]: [number[], number[]] = [[], []];
      let before = 0;
      for (let frame = 0; frame < frames; frame++) {
        const at = await new Promise<number>((run) => requestAnimationFrame(run));
        if (frame > 10) frameMs.push(at - before);
        before = at;
        const begunAt = performance.now();
        draw(frame);
        if (frame > 10) scriptMs.push(performance.now() - begunAt);
      }
      canvas.remove();
      return { frameMs, scriptMs };
    },
    { size, kind, modules: MODULES, frames: FRAMES },
  );
}

async function measureFrames(file: Uint8Array): Promise<BenchRow[]> {
  const browser = await chromium.launch({
    ...(existsSync(debian) && { executablePath: debian }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const rows: BenchRow[] = [];
    for (const { goalMs, ...size } of SIZES) {
      const page = await browser.newPage({ viewport: size });
      await serveModules(page, file);
      const measured = [
        { name: "pan", scriptGoalMs: 5, frames: await drawFrames(page, size, "pan") },
        { name: "scrub", scriptGoalMs: 8, frames: await drawFrames(page, size, "scrub") },
        { name: "editor, pan", scriptGoalMs: 5, frames: await drawEditorFrames(page, size, "pan") },
        { name: "editor, drag", scriptGoalMs: 5, frames: await drawEditorFrames(page, size, "drag") },
      ];
      for (const { name, scriptGoalMs, frames } of measured) {
        const what = `${name}, ${MODULES} modules, ${size.width} × ${size.height}`;
        rows.push({
          what: `${what}: frame p95`,
          value: percentile(frames.frameMs, 0.95),
          unit: "ms",
          goal: `≤ ${goalMs}`,
          remark: `p50 ${percentile(frames.frameMs, 0.5).toFixed(1)}`,
        });
        rows.push({
          what: `${what}: script p95`,
          value: percentile(frames.scriptMs, 0.95),
          unit: "ms",
          goal: `≤ ${scriptGoalMs}`,
          remark: `p50 ${percentile(frames.scriptMs, 0.5).toFixed(1)}`,
        });
      }
      await page.close();
    }
    return rows;
  } finally {
    await browser.close();
  }
}

const { rows, file } = await measureDayFile(true);
const { rows: ofAllDay } = await measureDayFile(false);
const frames = await measureFrames(file);
const ofPage = await measureLayoutPage(MODULES);
await report({
  name: "layout",
  rows: [...rows, ...ofAllDay, ...frames, ...ofPage, ...(await measurePublish(PUBLISHED))],
});
