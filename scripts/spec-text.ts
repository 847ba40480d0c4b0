import type { Area, ProvedList, Requirement } from "./spec-rules.ts";

// As in biome.json: the formatter leaves a list broken by the same width alone.
const LINE_WIDTH = 110;

/** Lines for the terminal: each area with its open rows, then the totals. */
export function describeOpenRows(areas: Area[], isCovered: (id: string) => boolean): string[] {
  const lines: string[] = [];
  const isOpen = ({ id }: Requirement) => !isCovered(id);
  for (const area of areas) {
    const open = area.requirements.filter(isOpen);
    const total = area.requirements.length;
    lines.push(`${area.number}. ${area.name}: ${total - open.length} of ${total} proved`);
    for (const { id, text } of open) lines.push(`   open ${id.padEnd(5)} ${text}`);
  }
  const all = areas.flatMap((area) => area.requirements);
  const openCount = all.filter(isOpen).length;
  lines.push(`Total: ${all.length - openCount} of ${all.length} proved, ${openCount} open`);
  return lines;
}

/** The list as it is written to disk: the order of the page, one row a line where it fits, so that changes read well. */
export function formatProved(proved: ProvedList): string {
  const rows = Object.entries(proved).map(([id, files], index, { length }) =>
    formatRow(id, files, index === length - 1 ? "" : ","),
  );
  return rows.length === 0 ? "{}\n" : `{\n${rows.join("\n")}\n}\n`;
}

function formatRow(id: string, files: string[], comma: string): string {
  const quoted = files.map((file) => JSON.stringify(file));
  const short = `  "${id}": [${quoted.join(", ")}]${comma}`;
  return short.length <= LINE_WIDTH ? short : `  "${id}": [\n    ${quoted.join(",\n    ")}\n  ]${comma}`;
}
