import pg from "pg";
import { hasMachinePostgres, startMachinePostgres } from "../../apps/server/test/machine-postgres.ts";
import { CODE_VALUES, MODULE_VALUES } from "../module-reports.ts";
import { openCopyConnection } from "./copy-connection.ts";
import { encodeCopyRows } from "./encode.ts";
import type { PeerProgram } from "./peer.ts";
import type { StoredTotals } from "./totals.ts";

/** Connections of a program between gateways and database. */
const CONNECTIONS = 2;

// The types of our own table; the key gives each sample of a module once, as in ours.
const typeOf = (name: string) => {
  if (CODE_VALUES.has(name)) return "smallint";
  return name === "eh" ? "double precision" : "real";
};
const TABLE_SQL = `create table samples (
  plant integer not null, device integer not null, at timestamptz not null,
  ${MODULE_VALUES.map((name) => `${name} ${typeOf(name)}`).join(", ")},
  primary key (plant, device, at))`;
const TOTALS_SQL = `select ${MODULE_VALUES.map(
  (name) =>
    `count(${name})::double precision as ${name}_count, sum(${name}::double precision) as ${name}_sum`,
).join(", ")} from samples`;

/** The machine's PostgreSQL with its own settings, all written data synced. */
export const postgreSql: PeerProgram = {
  name: "PostgreSQL",
  debianPackage: "postgresql",
  acknowledges: "COPY complete after its log was synced",
  countConnections: () => CONNECTIONS,
  isInstalled: () => hasMachinePostgres,
  async start() {
    const running = await startMachinePostgres({ isSynced: true });
    const client = new pg.Client({ connectionString: running.url });
    try {
      await client.connect();
      await client.query(TABLE_SQL);
      const version = await client.query<{ server_version: string }>("show server_version");
      return {
        pid: running.pid,
        version: version.rows[0]?.server_version.split(" ")[0] ?? "",
        encode: (samples) => Buffer.from(encodeCopyRows(samples)),
        open: () => openCopyConnection(running.url, "copy samples from stdin"),
        async finish() {
          await client.query("checkpoint");
        },
        async readTotals() {
          const { rows } = await client.query<Record<string, number>>(TOTALS_SQL);
          const totals: StoredTotals = {};
          for (const name of MODULE_VALUES)
            totals[name] = { count: rows[0]?.[`${name}_count`] ?? 0, sum: rows[0]?.[`${name}_sum`] ?? 0 };
          return totals;
        },
        async readBytes() {
          const { rows } = await client.query<{ bytes: number }>(
            "select pg_total_relation_size('samples')::double precision as bytes",
          );
          return rows[0]?.bytes ?? Number.NaN;
        },
        async stop() {
          await client.end();
          await running.stop();
        },
      };
    } catch (error) {
      await running.stop();
      throw error;
    }
  },
};
