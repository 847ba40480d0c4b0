import type { Violation } from "./boundaries.ts";
import type { Sources } from "./read-sources.ts";
import { listTableWriters, listWrittenTables } from "./table-writers.ts";

interface SharedTable {
  readonly owner: string;
  /** The other modules that write it. */
  readonly others: readonly string[];
  readonly reason: string;
}

const ERASURE = "erasing an account clears its rows in one transaction";
const DEMO = "the demo inserts and removes its rows in one transaction";

/**
 * Tables that more modules than their owner write. Every other table has a single writer, which owns it. The list only gets
 * shorter: a writer that is gone must be removed here, a new one is refused.
 */
const SHARED_TABLES: Readonly<Record<string, SharedTable>> = {
  account_scope_plants: { owner: "people/account-admin", others: ["people/identity"], reason: ERASURE },
  alarm_mail_settings: { owner: "devices/notifications", others: ["people/identity"], reason: ERASURE },
  api_keys: { owner: "people/api-keys", others: ["people/identity"], reason: ERASURE },
  companies: {
    owner: "people/companies",
    others: ["people/identity", "system/demo"],
    reason: `${ERASURE}; identity seeds the operator; ${DEMO}`,
  },
  customer_types: {
    owner: "people/roles",
    others: ["people/identity"],
    reason: "identity seeds the built-in types",
  },
  devices: {
    owner: "devices/devices",
    others: ["devices/link", "people/companies", "system/demo"],
    reason: `a birth inserts units and writes versions; deleting a company frees its reservations; ${DEMO}`,
  },
  drafts: { owner: "people/drafts", others: ["people/identity"], reason: ERASURE },
  gateways: {
    owner: "devices/devices",
    others: ["devices/commands", "devices/link", "devices/safety", "system/demo"],
    reason: `commands number their sequence, devices inserts the row, link keeps the state, safety the offset of the clock; ${DEMO}`,
  },
  invitations: { owner: "people/registration", others: ["people/identity"], reason: ERASURE },
  jobs: { owner: "people/jobs", others: ["people/identity"], reason: ERASURE },
  plant_grants: { owner: "people/sharing", others: ["people/identity"], reason: ERASURE },
  plant_transfers: { owner: "people/sharing", others: ["people/identity"], reason: ERASURE },
  device_imports: { owner: "devices/imports", others: ["people/identity"], reason: ERASURE },
  list_views: { owner: "people/list-views", others: ["people/identity"], reason: ERASURE },
  plants: {
    owner: "plants/plants",
    others: ["people/identity", "people/sharing", "system/demo"],
    reason: `${ERASURE}; sharing writes owner and settings; ${DEMO}`,
  },
  report_schedules: { owner: "plants/reports", others: ["people/identity"], reason: ERASURE },
  reports: { owner: "devices/link", others: ["system/demo"], reason: DEMO },
  roles: {
    owner: "people/roles",
    others: ["people/identity"],
    reason: "identity seeds the built-in roles",
  },
  schema_migrations: {
    owner: "infra/postgres",
    others: ["infra/clickhouse"],
    reason: "each engine has its own table of this name",
  },
  unit_windows: { owner: "energy/metering", others: ["system/demo"], reason: DEMO },
  webhooks: { owner: "devices/webhooks", others: ["people/identity"], reason: ERASURE },
};

/** Declared owners, so that another module cannot become the only writer unnoticed. */
const TABLE_OWNERS: Readonly<Record<string, string>> = {
  device_links: "devices/placements",
  placement_changes: "devices/placements",
  samples: "devices/placements",
  slots: "devices/placements",
};

interface Declared {
  readonly shared: Readonly<Record<string, SharedTable>>;
  readonly owners: Readonly<Record<string, string>>;
}

function checkWriters(table: string, writers: readonly string[], declared: Declared): string[] {
  const shared = declared.shared[table];
  const owner = shared?.owner ?? declared.owners[table];
  const expected = owner === undefined ? undefined : [owner, ...(shared?.others ?? [])];
  const isRight =
    expected === undefined ? writers.length === 1 : [...expected].sort().join() === writers.join();
  if (isRight) return [];
  return [
    `table ${table} is written by ${writers.join(", ") || "no module"}, expected: ${expected?.join(", ") ?? "one module"}`,
  ];
}

/** Whether a module that writes the table also owns it. */
export function ownsTable(module: string, table: string): boolean {
  return (SHARED_TABLES[table]?.owner ?? module) === module;
}

/** Writers of tables that differ from the rule of one owner per table, and writes whose table cannot be read from the text. */
export function checkTableOwners(
  sources: Sources,
  declared: Declared = { shared: SHARED_TABLES, owners: TABLE_OWNERS },
): Violation[] {
  const writers = listTableWriters(sources);
  const named = [...Object.keys(declared.shared), ...Object.keys(declared.owners)];
  const tables = [...new Set([...writers.keys(), ...named])].sort();
  const unnamed = [...sources].filter(([, text]) => listWrittenTables(text).includes(""));
  return [
    ...tables.flatMap((table) =>
      checkWriters(table, writers.get(table) ?? [], declared).map((message) => ({
        file: "scripts/structure/table-owners.ts",
        message,
      })),
    ),
    ...unnamed.map(([file]) => ({ file, message: "writes a table whose name is not in the SQL text" })),
  ];
}
