import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a generated file (path below the root); with --check it compares, and a difference ends the program with 1. */
export function writeGenerated(path: string, text: string): void {
  const file = fileURLToPath(new URL(path, root));
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
    return;
  }
  if (readIfThere(file) === text) return;
  console.error(`${path} is not what its source makes of it: run npm run generate.`);
  process.exitCode = 1;
}
