import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "./free-port.ts";

/** Whether the machine has Prometheus; a test without one is skipped by name, and CI must have it. */
export const hasPrometheus = spawnSync("prometheus", ["--version"]).status === 0;

if (!hasPrometheus && process.env.CI === "true")
  throw new Error("CI needs Prometheus: install the package prometheus.");

/** A Prometheus of its own with this configuration; `query` returns the values of an expression by the label `name`. */
export async function startPrometheus(configuration: string) {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-prometheus-"));
  const port = await findFreePort();
  await writeFile(join(folder, "prometheus.yml"), configuration);
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: "ignore" },
  );
  const ended = once(child, "exit");
  return {
    async query(expression: string): Promise<Record<string, number>> {
      const address = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
      const response = await fetch(address).catch(() => undefined);
      if (response?.ok !== true) return {};
      const { data } = (await response.json()) as {
        data: { result: { metric: { name?: string }; value: [number, string] }[] };
      };
      return Object.fromEntries(
        data.result.map(({ metric, value }) => [metric.name ?? "", Number(value[1])]),
      );
    },
    async stop(): Promise<void> {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
