import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LinkReady, LinkReply, LinkRequest } from "./link-process.ts";

const program = join(import.meta.dirname, "link-process.ts");
type WithoutId<Request> = Request extends LinkRequest ? Omit<Request, "id"> : never;

export interface LinkChild {
  readonly port: number;
  /** Address of the API, where it was asked for. */
  readonly http: string | undefined;
  readonly pid: number;
  ask<Result>(request: WithoutId<LinkRequest>): Promise<Result>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
  /** kill -9; resolves when the process has ended. */
  kill(): Promise<void>;
}

/** The link in a separate process on this data folder; resolves when it listens. */
export async function startLinkChild(options: {
  dataFolder: string;
  acknowledgesFirst?: boolean;
  servesApi?: boolean;
}): Promise<LinkChild> {
  const { dataFolder, acknowledgesFirst, servesApi } = options;
  const flags = [...(acknowledgesFirst ? ["--acknowledge-first"] : []), ...(servesApi ? ["--api"] : [])];
  const ports = { PORT: "0", MQTT_PORT: "0" };
  const child: ChildProcess = fork(program, flags, {
    env: { ...process.env, ...ports, HELIOGRAPH_DATA: dataFolder, HELIOGRAPH_LOG: "error" },
    execArgv: [],
    serialization: "advanced",
  });
  const ended = once(child, "exit");
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const ready = new Promise<LinkReady>((resolve, reject) => {
    child.on("message", (message: LinkReply | LinkReady) => {
      if ("ready" in message) {
        resolve(message);
        return;
      }
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ("result" in message) asked?.resolve(message.result);
      else asked?.reject(new Error(message.error));
    });
    ended.then(([code]) => {
      const error = new Error(`the link process ended with ${code}`);
      for (const { reject: refuse } of waiting.values()) refuse(error);
      reject(error);
    }, reject);
  });
  ready.catch(() => undefined);
  let lastId = 0;
  const ask = <Result>(request: WithoutId<LinkRequest>): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      if (!child.connected) {
        reject(new Error("the link process has ended"));
        return;
      }
      const id = ++lastId;
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      child.send({ ...request, id });
    });
  const { ready: port, http } = await ready;
  return {
    port,
    http,
    pid: child.pid as number,
    ask,
    async stop() {
      child.kill("SIGTERM");
      const [code, signal] = await ended;
      if (code !== 0) throw new Error(`the link process ended with ${code ?? signal}`);
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
