import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";

/** A column of a row type: the kinds of values that its type allows. */
export interface Column {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly isOptional: boolean;
}

/** Row types of queries by `file:line` of their `execute`. */
export type RowTypes = Readonly<Record<string, readonly Column[]>>;

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return value instanceof Date ? "Date" : typeof value;
}

/** Describes the columns of a row that differ from its declared type. */
export function findMismatches(columns: readonly Column[], row: UnknownRow): string[] {
  return columns.flatMap(({ name, kinds, isOptional }) => {
    if (!(name in row)) return isOptional ? [] : [`${name} is missing`];
    const kind = kindOf(row[name]);
    return kinds.includes("any") || kinds.includes(kind)
      ? []
      : [`${name} is ${kind}, not ${kinds.join(" | ")}`];
  });
}

const MAX_CHECKED_ROWS = 20;

/** `file:line` of the repository that executes the current query. */
function findSite(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const { stack = "" } = new Error("site");
  Error.stackTraceLimit = stackTraceLimit;
  const [, file, line] = /(apps\/server\/src\/[\w./-]+\.repository\.ts):(\d+):\d+/.exec(stack) ?? [];
  return file && `${file}:${line}`;
}

/** The query's template literal, one object for all its executions; undefined for a query that was built otherwise. */
const templateOf = (node: RootOperationNode): object | undefined =>
  node.kind === "RawNode" ? node.sqlFragments : undefined;

/** Kysely plugin that throws when a query of a repository returns a row that differs from its declared type. */
export class RowCheck implements KyselyPlugin {
  readonly #rowTypes: RowTypes;
  readonly #sites = new WeakMap<object, string>();
  // A stack costs more than most queries, so it is read once for each template.
  readonly #sitesOfTemplates = new WeakMap<object, string | undefined>();
  /** Queries whose rows were compared. */
  readonly checkedSites = new Set<string>();

  constructor(rowTypes: RowTypes) {
    this.#rowTypes = rowTypes;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const template = templateOf(node);
    const isKnown = template !== undefined && this.#sitesOfTemplates.has(template);
    const site = isKnown ? this.#sitesOfTemplates.get(template) : findSite();
    if (template !== undefined && !isKnown) this.#sitesOfTemplates.set(template, site);
    if (site !== undefined) this.#sites.set(queryId, site);
    return node;
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const site = this.#sites.get(queryId) ?? "";
    const columns = this.#rowTypes[site];
    if (!columns || result.rows.length === 0) return result;
    const mismatches = new Set(
      result.rows.slice(0, MAX_CHECKED_ROWS).flatMap((row) => findMismatches(columns, row)),
    );
    if (mismatches.size > 0) throw new Error(`${site}: ${[...mismatches].join("; ")}`);
    this.checkedSites.add(site);
    return result;
  }
}
