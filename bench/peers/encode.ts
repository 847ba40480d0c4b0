import type { SampleColumns } from "../module-reports.ts";
import { CODE_VALUES, MODULE_VALUES } from "../module-reports.ts";

// Samples as text with the decimal fractions that the gateway measured, so that all peers store the same numbers.

/** The InfluxDB line protocol: one line a sample, times in ms. */
export function encodeLines({ columns, count }: SampleColumns): string {
  const encodeField = (name: string, row: number) =>
    `${name}=${columns[name]?.[row]}${CODE_VALUES.has(name) ? "i" : ""}`;
  const lines = Array.from({ length: count }, (_, row) => {
    const fields = MODULE_VALUES.map((name) => encodeField(name, row)).join(",");
    return `module,plant=${columns.plant?.[row]},device=${columns.device?.[row]} ${fields} ${columns.at?.[row]}\n`;
  });
  return lines.join("");
}

/** The text format of PostgreSQL's COPY: plant, device, time, values. */
export function encodeCopyRows({ columns, count }: SampleColumns): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const at = new Date(Number(columns.at?.[row])).toISOString();
    const values = MODULE_VALUES.map((name) => columns[name]?.[row]).join("\t");
    return `${columns.plant?.[row]}\t${columns.device?.[row]}\t${at}\t${values}\n`;
  });
  return rows.join("");
}
