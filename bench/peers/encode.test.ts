import { describe, expect, it } from "vitest";
import { createDirectColumns, createReport } from "../module-reports.ts";
import { encodeCopyRows, encodeLines } from "./encode.ts";

const shape = { modules: 3, intervalS: 60 };
const place = { gateway: 2, turn: 5, atMs: Date.UTC(2026, 5, 20, 10) };
const samples = createDirectColumns([place], shape);
const [, dt, vi, ii, vo, io, tp, eh, rs] = createReport(place, shape).d as number[][];
const atMs = place.atMs + (dt?.[1] ?? 0) * 1000;
const decimal = (cells: number[] | undefined, digits: number) => String(Number(`${cells?.[1]}e-${digits}`));

describe("samples as text", () => {
  it("are lines with exact decimal fractions, codes as integers and ms", () => {
    const lines = encodeLines(samples).trimEnd().split("\n");
    expect(lines.length).toBe(3);
    expect(lines[1]).toBe(
      `module,plant=4000002,device=4000008 vi=${decimal(vi, 2)},ii=${decimal(ii, 3)},vo=${decimal(vo, 2)},` +
        `io=${decimal(io, 3)},tp=${decimal(tp, 1)},eh=${eh?.[1]},rs=${rs?.[1]},st=4i,sw=1i ${atMs}`,
    );
  });

  it("are rows of COPY with the same values", () => {
    const rows = encodeCopyRows(samples).trimEnd().split("\n");
    expect(rows.length).toBe(3);
    expect(rows[1]?.split("\t")).toEqual([
      "4000002",
      "4000008",
      new Date(atMs).toISOString(),
      ...[decimal(vi, 2), decimal(ii, 3), decimal(vo, 2), decimal(io, 3), decimal(tp, 1)],
      ...[String(eh?.[1]), String(rs?.[1]), "4", "1"],
    ]);
  });
});
