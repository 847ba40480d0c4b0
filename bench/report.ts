import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";

/** One line of a bench: what was measured, its figure, and the reference. */
export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: string;
  readonly remark?: string;
}

export interface BenchReport {
  readonly name: string;
  readonly rows: readonly BenchRow[];
  /** The figures behind a picture, where there is one. */
  readonly points?: readonly object[];
}

const pad = (text: string, width: number) => text.padEnd(width);

function formatValue(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = Math.abs(value) >= 100 ? 0 : 2;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

/** Prints the table of a bench and writes it to bench/results/{name}.json. */
export async function report({ name, rows, points }: BenchReport): Promise<void> {
  const cells = rows.map((row) => [
    row.what,
    formatValue(row.value),
    row.unit,
    row.goal ?? "",
    row.remark ?? "",
  ]);
  const table = [["what", "figure", "unit", "goal", "remark"], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  process.stdout.write(`\n${name}\n`);
  for (const row of table) {
    const line = row.map((cell, column) =>
      column === 1 ? cell.padStart(widths[1] ?? 0) : pad(cell, widths[column] ?? 0),
    );
    process.stdout.write(`  ${line.join("  ").trimEnd()}\n`);
  }
  const folder = join(import.meta.dirname, "results");
  await mkdir(folder, { recursive: true });
  const machine = {
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  await writeFile(
    join(folder, `${name}.json`),
    `${JSON.stringify({ name, at: new Date().toISOString(), machine, rows, points }, null, 2)}\n`,
  );
}

/** Value below which the given share of the values is; NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
