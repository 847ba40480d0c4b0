import type { Violation } from "./boundaries.ts";
import type { Sources } from "./read-sources.ts";
import { listTableWriters, listWrittenTables } from "./table-writers.ts";

interface SharedTable {
  readonly writers: readonly string[];
  readonly reason: string;
}

const ERASURE = "erasing an account clears its rows in one transaction";
const DEMO = "the demo inserts and removes its rows in one transaction";

/**
 * Tables that more than one module writes. Every other table has a single writer, which owns it. The list only gets
 * shorter: a writer that is gone must be removed here, a new one is refused.
 */
const SHARED_TABLES: Readonly<Record<string, SharedTable>> = {
  account_scope_plants: { writers: ["people/account-admin", "people/identity"], reason: ERASURE },
  companies: {
    writers: ["people/companies", "people/identity", "system/demo"],
    reason: `${ERASURE}; identity seeds the operator; ${DEMO}`,
  },
  customer_types: {
    writers: ["people/identity", "people/roles"],
    reason: "identity seeds the built-in types",
  },
  devices: {
    writers: ["devices/devices", "devices/link", "people/companies", "system/demo"],
    reason: `a birth inserts units and writes versions; deleting a company frees its reservations; ${DEMO}`,
  },
  drafts: { writers: ["people/drafts", "people/identity"], reason: ERASURE },
  gateways: {
    writers: ["devices/commands", "devices/devices", "devices/link", "system/demo"],
    reason: `commands number their sequence, devices inserts the row, link keeps the state; ${DEMO}`,
  },
  invitations: { writers: ["people/identity", "people/registration"], reason: ERASURE },
  plant_grants: { writers: ["people/identity", "people/sharing"], reason: ERASURE },
  plant_transfers: { writers: ["people/identity", "people/sharing"], reason: ERASURE },
  plant_days: { writers: ["energy/metering", "system/demo"], reason: DEMO },
  plant_windows: { writers: ["energy/metering", "system/demo"], reason: DEMO },
  plants: {
    writers: ["people/identity", "people/sharing", "plants/plants", "system/demo"],
    reason: `${ERASURE}; sharing writes owner and settings; ${DEMO}`,
  },
  reports: { writers: ["devices/link", "system/demo"], reason: DEMO },
  roles: {
    writers: ["people/identity", "people/roles"],
    reason: "identity seeds the built-in roles",
  },
  rollup_marks: { writers: ["energy/metering", "system/demo"], reason: DEMO },
  schema_migrations: {
    writers: ["infra/clickhouse", "infra/postgres"],
    reason: "each engine has its own table of this name",
  },
  unit_windows: { writers: ["energy/metering", "system/demo"], reason: DEMO },
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
  const owner = declared.owners[table];
  const expected = declared.shared[table]?.writers ?? (owner === undefined ? undefined : [owner]);
  const isRight =
    expected === undefined ? writers.length === 1 : [...expected].sort().join() === writers.join();
  if (isRight) return [];
  return [
    `table ${table} is written by ${writers.join(", ") || "no module"}, expected: ${expected?.join(", ") ?? "one module"}`,
  ];
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
