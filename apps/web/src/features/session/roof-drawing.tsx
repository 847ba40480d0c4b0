import { useEffect, useRef } from "react";
import { readToken } from "../../shared/base/theme/read-token.ts";
import { CELL_HEIGHT, CELL_WIDTH, layCells } from "./roof-cells.ts";

const stops = 7;

/** The roof behind the words: drawn, so that it is sharp at every size and weighs nothing. */
export function RoofDrawing() {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return;
    const observer = new ResizeObserver(() => draw(canvas));
    observer.observe(canvas);
    return () => observer.disconnect();
  }, []);
  return <canvas ref={ref} />;
}

function draw(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  const scale = Array.from({ length: stops }, (_, index) => toRgb(readToken(`--scale-${index}`)));
  const unit = Math.max(0.7, height / 1010);
  context.scale(devicePixelRatio * unit, devicePixelRatio * unit);
  context.fillStyle = readToken("--roof-ground");
  context.fillRect(0, 0, width / unit, height / unit);
  // The roof leans: rows rise to the right, as seen from the ladder.
  context.transform(1, -0.13, 0.02, 1, -40, (width / unit) * 0.13 - 190);
  const area = { width: width / unit + 90, height: height / unit + 260 };
  for (const { x, y, light } of layCells(area.width, area.height, {
    x: area.width * 0.8,
    y: area.height * 0.2,
  })) {
    context.fillStyle = mix(scale, light);
    context.beginPath();
    context.roundRect(x, y, CELL_WIDTH, CELL_HEIGHT, 3);
    context.fill();
  }
}

type Rgb = readonly [number, number, number];

function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function mix(scale: readonly Rgb[], light: number): string {
  const place = light * (scale.length - 1);
  const low = scale[Math.floor(place)] ?? [0, 0, 0];
  const high = scale[Math.ceil(place)] ?? low;
  const part = place % 1;
  const channels = low.map((value, index) => Math.round(value + ((high[index] ?? value) - value) * part));
  return `rgb(${channels.join(" ")})`;
}
