import { afterAll } from "vitest";
import type { TestApp } from "./app.ts";
import { createTestApp } from "./app.ts";
import type { TestEngines } from "./engines.ts";
import { openTestEngines } from "./engines.ts";

/** The real app on the real engines for one test file; closed after its last test. */
export async function openTestStage(
  options?: Parameters<typeof openTestEngines>[0],
): Promise<{ engines: TestEngines; server: TestApp }> {
  const engines = await openTestEngines(options);
  const server = await createTestApp(engines);
  afterAll(async () => {
    await server.close();
    await engines.close();
  });
  return { engines, server };
}
