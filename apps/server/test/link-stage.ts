import { afterAll } from "vitest";
import type { TestEngines } from "./engines.ts";
import { openTestEngines } from "./engines.ts";
import type { TestLink } from "./link.ts";
import { startTestLink } from "./link.ts";

/** The device link on engines of its own for one test file; closed after its last test. */
export async function openLinkStage(): Promise<{ engines: TestEngines; link: TestLink }> {
  const engines = await openTestEngines({ isOwnDatabase: true });
  const link = await startTestLink(engines);
  afterAll(async () => {
    await link.stop();
    await engines.close();
  });
  return { engines, link };
}
