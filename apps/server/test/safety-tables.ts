import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const lines = readFileSync(fileURLToPath(new URL("../../../docs/safety.md", import.meta.url)), "utf8").split(
  "\n",
);

/** Rows of the tables of docs/safety.md whose head begins so, one table after the other. */
export function readSafetyTables(head: string): string[][][] {
  return lines.flatMap((line, start) => {
    if (!line.startsWith(`| ${head} |`)) return [];
    const end = lines.findIndex((other, index) => index > start && other === "");
    const rows = lines.slice(start + 2, end).map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    return [rows];
  });
}

/** Changes of state that a table of `state | event | next` contains, whatever the event, as `from > to`. */
export function readSafetyChanges(head: "state | event" | "unit | event"): ReadonlySet<string> {
  return new Set(readSafetyTables(head).flatMap((rows) => rows.map(([from, , to]) => `${from} > ${to}`)));
}
