import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const program = resolve(import.meta.dirname, "simulate.ts");

function run(...args: string[]): Promise<{ exitCode: unknown; stderr: string }> {
  const folder = tmpdir();
  const env = {
    ...process.env,
    INIT_CWD: folder,
    HELIOGRAPH_DATA: join(folder, "heliograph-no-such-folder"),
  };
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { env }, (error, _, stderr) =>
      done({ exitCode: error?.code, stderr }),
    );
  });
}

test("ends with one sentence when the fleet file is missing", async () => {
  const { exitCode, stderr } = await run("nofile.json");
  expect(stderr).toBe(`${join(tmpdir(), "nofile.json")}: there is no such file.\n`);
  expect(exitCode).toBe(1);
});
