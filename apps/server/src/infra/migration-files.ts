import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

/** A migration that a database has, as it is recorded there. */
export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
  /** A program without this migration cannot run on the schema any more; null when every earlier program can. */
  needs: number | null;
}

export interface Migration extends AppliedMigration {
  sql: string;
}

/** First line of a migration that removes what earlier programs use (docs/adr/0037). */
const needsLine = /^-- needs (\d{4})$/m;
const fileName = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/**
 * Reads the migrations of a folder in order; a duplicate number is a programming error. Numbers are assigned when work
 * begins, so one may be missing, or be added after a higher one: then it is applied after that one.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return await Promise.all(
    files.map(async (file, index) => {
      const match = fileName.exec(file);
      if (!match || files[index - 1]?.startsWith(`${match[1]}-`))
        throw new Error(
          `${join(folder, file)}: migrations are named 0001-name.sql, 0002-name.sql …, each number once`,
        );
      const sql = await readFile(join(folder, file), "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      const needs = needsLine.exec(sql.split("\n", 1)[0] ?? "")?.[1];
      return {
        ...{ version: Number(match[1]), name: String(match[2]), checksum, sql },
        needs: needs === undefined ? null : Number(needs),
      };
    }),
  );
}

/**
 * Returns the pending migrations. Forward only: an applied migration must be unchanged in the code. One that the code does
 * not have is of a newer program, which runs beside this one during an upgrade: it is accepted unless it needs migrations
 * that the code does not have either. Throws StartError.
 */
export function planMigrations(
  engine: string,
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const has = new Set(known.map(({ version }) => version));
  for (const row of applied) {
    const migration = known.find(({ version }) => version === row.version);
    if (!migration && (row.needs === null || has.has(row.needs))) continue;
    if (!migration)
      throw new StartError(
        `The ${engine} database is newer than this program (it has migration ${row.version}, ${row.name}): start the newer program.`,
      );
    if (migration.checksum !== row.checksum)
      throw new StartError(
        `Migration ${row.version} (${row.name}) of the ${engine} database was changed after it was applied: restore its file and add a new migration.`,
      );
  }
  const done = new Set(applied.map(({ version }) => version));
  return known.filter(({ version }) => !done.has(version));
}
