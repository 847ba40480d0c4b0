/** Names and values of labels, in the order in which they are written. */
export type Labels = Readonly<Record<string, string>>;

/** One value of a gauge. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

interface Description {
  /** As Prometheus recommends: base units, `_total` for counters. */
  readonly name: string;
  readonly help: string;
}

/** Writes the lines of one metric. */
type Collector = () => Promise<readonly string[]> | readonly string[];

const escapeHelp = (text: string): string => text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n");
const escapeValue = (text: string): string => escapeHelp(text).replace(/"/g, '\\"');

function formatLabels(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

const line = (name: string, { labels = {}, value }: Sample): string =>
  `${name}${formatLabels(labels)} ${value}`;
const head = (type: "counter" | "gauge" | "histogram", { name, help }: Description): readonly string[] => [
  `# HELP ${name} ${escapeHelp(help)}`,
  `# TYPE ${name} ${type}`,
];

/** Metrics of this process in the text format of Prometheus. */
export function createMetrics() {
  const collectors = new Map<string, Collector>();

  function add({ name }: Description, collect: Collector): void {
    if (collectors.has(name)) throw new Error(`the metric ${name} is defined twice`);
    collectors.set(name, collect);
  }

  return {
    /** A count that only rises. */
    addCounter(description: Description) {
      const values = new Map<string, number>();
      add(description, () => [
        ...head("counter", description),
        ...[...values].map(([labels, value]) => `${description.name}${labels} ${value}`),
      ]);
      return {
        increment(labels: Labels = {}): void {
          const key = formatLabels(labels);
          values.set(key, (values.get(key) ?? 0) + 1);
        },
      };
    },

    /** Durations or sizes, counted by upper bounds. */
    addHistogram(description: Description, bounds: readonly number[]) {
      const counts = new Array<number>(bounds.length).fill(0);
      let total = 0;
      let sum = 0;
      const { name } = description;
      add(description, () => [
        ...head("histogram", description),
        ...bounds.map((bound, index) =>
          line(`${name}_bucket`, { labels: { le: String(bound) }, value: counts[index] as number }),
        ),
        line(`${name}_bucket`, { labels: { le: "+Inf" }, value: total }),
        line(`${name}_sum`, { value: sum }),
        line(`${name}_count`, { value: total }),
      ]);
      return {
        observe(value: number): void {
          total += 1;
          sum += value;
          for (const [index, bound] of bounds.entries())
            if (value <= bound) counts[index] = (counts[index] as number) + 1;
        },
      };
    },

    /** Values that are read when they are asked for. */
    addGauge(description: Description, read: () => Promise<readonly Sample[]> | readonly Sample[]): void {
      add(description, async () => [
        ...head("gauge", description),
        ...(await read()).map((sample) => line(description.name, sample)),
      ]);
    },

    /** All metrics. One that cannot be read is left out, so that the others are seen during an outage. */
    async render(): Promise<string> {
      const blocks = await Promise.all(
        [...collectors.values()].map(async (collect) => {
          try {
            return await collect();
          } catch {
            return [];
          }
        }),
      );
      return `${blocks.flat().join("\n")}\n`;
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
