/** A gauge of each plant, named `heliograph_plant_{name}`. */
export interface PlantMetric<Row> {
  readonly name: string;
  readonly help: string;
  readonly read: (row: Row) => number | null;
}

interface LabelledPlant<Row> {
  readonly labels: Readonly<Record<string, string>>;
  readonly row: Row;
}

/** Backslash, quote and line feed are escaped in label values (Prometheus text format 0.0.4). */
const escapeLabel = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const formatLabels = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(",");

const head = (name: string, help: string): string =>
  `# HELP heliograph_plant_${name} ${help}\n# TYPE heliograph_plant_${name} gauge\n`;

/** Prometheus' text format: a family for each metric, and `status`, which is 1 for the current status and 0 for all others. */
export function formatMetrics<Row extends { status: string }>(
  plants: readonly LabelledPlant<Row>[],
  { metrics, statuses }: { metrics: readonly PlantMetric<Row>[]; statuses: readonly string[] },
): string {
  const families = metrics.map(({ name, help, read }) => {
    const lines = plants.flatMap(({ labels, row }) => {
      const value = read(row);
      return value === null ? [] : `heliograph_plant_${name}{${formatLabels(labels)}} ${value}\n`;
    });
    return head(name, help) + lines.join("");
  });
  const states = plants.flatMap(({ labels, row }) =>
    statuses.map(
      (status) =>
        `heliograph_plant_status{${formatLabels({ ...labels, status })}} ${row.status === status ? 1 : 0}\n`,
    ),
  );
  return `${families.join("")}${head("status", "Status: 1 for the current one")}${states.join("")}`;
}
