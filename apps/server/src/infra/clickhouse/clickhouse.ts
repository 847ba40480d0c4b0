import type { NativeBlock } from "./native-block.ts";
import { encodeNativeBlock } from "./native-block.ts";
import type { NumberArray } from "./number-columns.ts";
import { readNumberColumns } from "./number-columns.ts";
import type { Parameters } from "./parameters.ts";

type NumbersByName<Columns> = { readonly [Name in keyof Columns]: NumberArray };

export interface ClickHouse {
  /**
   * Rows of a SELECT over reader connections. Parameters are `{name:Type}`; DateTime types take epoch milliseconds or a
   * Date. 64-bit integers arrive as strings, instants as ISO text in UTC, NaN as null.
   */
  query<Row>(sql: string, params?: Parameters): Promise<Row[]>;
  /**
   * The same as blocks of columns of numbers, none of which is Nullable: for results of millions of values, of which writing and
   * reading text takes longer than the SELECT.
   */
  queryColumns<Columns extends NumbersByName<Columns>>(sql: string, params?: Parameters): Promise<Columns[]>;
  /** One statement on a separate connection (roll-ups, DDL), so that it never delays ingest. */
  command(sql: string, params?: Parameters): Promise<void>;
  /**
   * Inserts columns, as ingest does; resolves when the rows are on disk. Instants are epoch milliseconds or Dates, days
   * `YYYY-MM-DD`; null, undefined and NaN are NULL in a Nullable column and an error elsewhere.
   */
  insertColumns(table: string, columns: Record<string, ArrayLike<unknown>>, rowCount: number): Promise<void>;
  /** Small inserts; the first row names the columns. Values as in insertColumns. */
  insertRows(table: string, rows: readonly Record<string, unknown>[]): Promise<void>;
  /** Resolves when the engine answers on a separate connection, which no query or insert delays. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What an engine implements; everything else is shared. */
export interface ClickHouseEngine {
  read<Row>(sql: string, params: Parameters): Promise<Row[]>;
  /** In the format Native. */
  readNative(sql: string, params: Parameters): Promise<Uint8Array>;
  run(sql: string, params: Parameters): Promise<void>;
  insertBlock(table: string, columnNames: readonly string[], block: NativeBlock): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A result in JSONCompact: names once, values as arrays. */
export interface CompactResult {
  meta: Array<{ name: string; type: string }>;
  data: unknown[][];
}

export function toRows<Row>({ meta, data }: CompactResult): Row[] {
  return data.map(
    (values) => Object.fromEntries(meta.map(({ name }, index) => [name, values[index]])) as Row,
  );
}

/**
 * Settings of every connection. Compiling an expression to machine code takes longer than our statements gain by it: they
 * differ in their constants, and many of them are short.
 */
export const COMMON_SETTINGS = {
  session_timezone: "UTC",
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
} as const;

/** Settings of every reading connection, so that both engines return the same results. */
export const READ_SETTINGS = {
  ...COMMON_SETTINGS,
  date_time_output_format: "iso",
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 0,
  max_execution_time: 30,
} as const;

export function createClickHouse(engine: ClickHouseEngine): ClickHouse {
  const typesByTable = new Map<string, Promise<Map<string, string>>>();

  async function readTypes(table: string): Promise<Map<string, string>> {
    const rows = await engine.read<{ name: string; type: string }>("describe table {table:Identifier}", {
      table,
    });
    return new Map(rows.map(({ name, type }) => [name, type]));
  }

  function getTypes(table: string): Promise<Map<string, string>> {
    let types = typesByTable.get(table);
    if (!types) {
      types = readTypes(table);
      typesByTable.set(table, types);
      types.catch(() => typesByTable.delete(table));
    }
    return types;
  }

  async function insertColumns(table: string, columns: Record<string, ArrayLike<unknown>>, rowCount: number) {
    if (rowCount === 0) return;
    const types = await getTypes(table);
    const names = Object.keys(columns);
    const block = encodeNativeBlock(
      names.map((name) => {
        const type = types.get(name);
        if (!type) throw new Error(`the table ${table} has no column ${name}`);
        return { name, type, values: columns[name] as ArrayLike<unknown> };
      }),
      rowCount,
    );
    await engine.insertBlock(table, names, block);
  }

  return {
    query: (sql, params = {}) => engine.read(sql, params),
    queryColumns: async <Columns extends NumbersByName<Columns>>(sql: string, params: Parameters = {}) =>
      readNumberColumns(await engine.readNative(sql, params)) as Columns[],
    async command(sql, params = {}) {
      // Any statement other than an insert may change the types of a table.
      if (!/^\s*insert\b/i.test(sql)) typesByTable.clear();
      await engine.run(sql, params);
    },
    insertColumns,
    async insertRows(table, rows) {
      const names = Object.keys(rows[0] ?? {});
      const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
      await insertColumns(table, columns, rows.length);
    },
    ping: () => engine.ping(),
    close: () => engine.close(),
  };
}
