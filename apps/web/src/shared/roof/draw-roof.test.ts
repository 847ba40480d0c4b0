import { expect, it } from "vitest";
import type { Palette } from "./colors.ts";
import { BUCKETS, bucketOfState, NO_DATA, SHUT, ZERO } from "./colors.ts";
import type { Scene } from "./draw-roof.ts";
import { drawRoof, orderByBucket } from "./draw-roof.ts";
import type { Layout } from "./geometry.ts";
import { createGeometry } from "./geometry.ts";

const palette: Palette = {
  fills: Array.from({ length: BUCKETS }, (_, bucket) => `fill ${bucket}`),
  isDark: Array(BUCKETS).fill(false),
  ...{ ground: "ground", outline: "outline", selection: "selection", text: "text" },
  ...{ lightText: "light", darkText: "dark", font: "font" },
};

/** Records what is drawn, with the colours at that time. */
function createRecorder() {
  const calls: {
    readonly name: string;
    readonly fill: string;
    readonly stroke: string;
    readonly args: unknown[];
  }[] = [];
  const state: Record<string, unknown> = { fillStyle: "", strokeStyle: "" };
  const canvas = new Proxy(state, {
    get: (target, name: string) =>
      name in target
        ? target[name]
        : (...args: unknown[]) =>
            calls.push({ name, args, fill: String(target.fillStyle), stroke: String(target.strokeStyle) }),
  }) as unknown as CanvasRenderingContext2D;
  return { canvas, named: (name: string) => calls.filter((call) => call.name === name) };
}

it("lays a photograph under the modules, where it is on the roof", () => {
  const { canvas, named } = createRecorder();
  const place = { pictureKey: "", xM: -2, yM: 1, widthM: 8, heightM: 6, rotationDeg: 90, opacity: 0.4 };
  const image = {} as ImageBitmap;
  drawRoof(canvas, { ...sceneOf([0], 10), background: { ...place, image } });
  expect(named("drawImage").map(({ args }) => args)).toEqual([[image, 0, 0, 80, 60]]);
  expect(named("rotate")[0]!.args).toEqual([Math.PI / 2]);
  const { view, size } = sceneOf([0], 10);
  const [left, top] = named("translate")[0]!.args as [number, number];
  expect([left, top]).toEqual([size.width / 2 + (-2 - view.x) * 10, size.height / 2 + (1 - view.y) * 10]);
  expect(canvas.globalAlpha).toBe(0.4);
});

function sceneOf(buckets: number[], scale: number, rotationDeg = 0): Scene {
  const layout = {
    groups: [
      {
        ...{
          name: "A",
          rows: 1,
          columns: buckets.length,
          tiltDeg: 0,
          azimuthDeg: 0,
          rotationDeg,
          xM: 0,
          yM: 0,
        },
        ...{ moduleWidthM: 1, moduleHeightM: 1 },
      },
    ],
    cells: {
      group: buckets.map(() => 0),
      row: buckets.map(() => 0),
      column: buckets.map((_, at) => at),
      unit: buckets.map((_, at) => at),
    },
  } as unknown as Layout;
  return {
    geometry: createGeometry(layout),
    order: orderByBucket(Uint8Array.from(buckets)),
    palette,
    view: { x: buckets.length / 2, y: 0.5, scale },
    size: { width: 600, height: 300 },
    textOf: (cell) => [`${cell} W`, `SN${cell}`],
    groupTexts: [["A"]],
    groupBuckets: [5],
    selected: new Set(),
    hovered: undefined,
    hasMarks: true,
  };
}

it("orders cells by bucket and loses none", () => {
  const { cells, starts } = orderByBucket(Uint8Array.of(3, 0, 3, 30, 0));
  expect([...cells]).toEqual([1, 4, 0, 2, 3]);
  expect(starts[BUCKETS]).toBe(5);
});

it("draws every module once in its colour, and none beyond the canvas", () => {
  const { canvas, named } = createRecorder();
  drawRoof(canvas, sceneOf([1, 7, 7, 2], 30));
  expect(named("fillRect").map(({ fill }) => fill)).toEqual([
    "ground",
    "fill 1",
    "fill 2",
    "fill 7",
    "fill 7",
  ]);
  const far = createRecorder();
  drawRoof(far.canvas, { ...sceneOf([1, 7, 7, 2], 30), view: { x: 500, y: 0, scale: 30 } });
  expect(far.named("fillRect").map(({ fill }) => fill)).toEqual(["ground"]);
});

it("marks states with lines of their own where they are legible", () => {
  const { canvas, named } = createRecorder();
  drawRoof(canvas, sceneOf([ZERO, NO_DATA, SHUT].map(bucketOfState), 30));
  expect(named("lineTo")).toHaveLength(1 + 1 + 2);
  const small = createRecorder();
  drawRoof(small.canvas, sceneOf([ZERO, NO_DATA, SHUT].map(bucketOfState), 8));
  expect(small.named("lineTo")).toHaveLength(0);
});

it("writes value and serial number on large modules, the group's mean alone on tiny ones", () => {
  const { canvas, named } = createRecorder();
  drawRoof(canvas, sceneOf([1, 2], 60));
  expect(named("fillText").map(({ args }) => args[0])).toEqual(["0 W", "SN0", "1 W", "SN1", "A"]);
  const tiny = createRecorder();
  drawRoof(tiny.canvas, sceneOf([1, 2], 1));
  expect(tiny.named("fill").map(({ fill }) => fill)).toEqual(["fill 5"]);
  expect(tiny.named("fillRect")).toHaveLength(1);
});

it("draws rotated modules as polygons, all of a colour in one fill", () => {
  const { canvas, named } = createRecorder();
  drawRoof(canvas, sceneOf([4, 4, 9], 30, 20));
  expect(named("fill").map(({ fill }) => fill)).toEqual(["fill 4", "fill 9"]);
  expect(named("closePath")).toHaveLength(3);
});

it("outlines what is selected and what is under the pointer", () => {
  const { canvas, named } = createRecorder();
  drawRoof(canvas, { ...sceneOf([1, 2], 30), selected: new Set([1]), hovered: 0 });
  expect(
    named("stroke")
      .map(({ stroke }) => stroke)
      .slice(-2),
  ).toEqual(["selection", "text"]);
});

it("marks an alarm in the middle of a small module, and in the corner of one with figures", () => {
  const path = {} as Path2D;
  const alarms = new Map([[1, { path, color: "fault", isLines: false }]]);
  const top = (scale: number) => {
    const { canvas, named } = createRecorder();
    drawRoof(canvas, { ...sceneOf([1, 2], scale), alarms });
    expect(named("fill").at(-1)).toMatchObject({ fill: "fault", args: [path] });
    expect(named("stroke").at(-1)?.stroke).toBe("ground");
    const [x, y] = named("translate").at(-1)!.args as [number, number];
    return [Math.round(x), Math.round(y)];
  };
  expect(top(10)).toEqual([297, 142]);
  expect(top(100)).toEqual([379, 105]);
});

it("draws the mark of a fault as lines on a wider ground", () => {
  const { canvas, named } = createRecorder();
  const path = {} as Path2D;
  drawRoof(canvas, {
    ...sceneOf([1, 2], 10),
    alarms: new Map([[1, { path, color: "fault", isLines: true }]]),
  });
  const lines = named("stroke").filter(({ args }) => args[0] === path);
  expect(lines.map(({ stroke }) => stroke)).toEqual(["ground", "fault"]);
  expect(named("fill").filter(({ args }) => args[0] === path)).toEqual([]);
});
