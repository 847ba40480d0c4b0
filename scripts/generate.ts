// Runs every scripts/generate-*.ts; with --check each compares its output with the existing file.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

for (const script of globSync("scripts/generate-*.ts", { cwd: root }).sort()) {
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
