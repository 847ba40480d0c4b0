import { setTimeout as wait } from "node:timers/promises";

// The balancer of the `api` processes of an installation: requests go to those that are ready.

const CHECK_EVERY_MS = 500;
const CHECK_WITHIN_MS = 2_000;

/** Chooses among `api` processes as a balancer does, by their readiness. */
export function watchReadiness(addresses: () => readonly string[]) {
  const stopping = new AbortController();
  let ready: string[] = [];

  async function isReady(address: string): Promise<boolean> {
    const signal = AbortSignal.timeout(CHECK_WITHIN_MS);
    const response = await fetch(`${address}/api/health/ready`, { signal }).catch(() => undefined);
    await response?.arrayBuffer();
    return response?.status === 200;
  }

  async function check(): Promise<void> {
    const all = addresses();
    const states = await Promise.all(all.map(isReady));
    ready = all.filter((_address, index) => states[index]);
  }

  async function checkAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await check();
      await wait(CHECK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const checking = checkAgain();
  return {
    /** Any process that is ready; waits until there is one. */
    async pick(): Promise<string> {
      while (ready.length === 0) await wait(CHECK_EVERY_MS / 10);
      return ready[Math.floor(Math.random() * ready.length)] as string;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await checking;
    },
  };
}
