import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LinkReply, LinkRequest } from "./link-process.ts";

const program = join(import.meta.dirname, "link-process.ts");
type Without<Question> = Question extends LinkRequest ? Omit<Question, "id"> : never;

export interface LinkChild {
  readonly port: number;
  readonly pid: number;
  ask<Answer>(question: Without<LinkRequest>): Promise<Answer>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
}

/** The link in a separate process on this data folder; resolves when it listens. */
export async function startLinkChild(options: {
  dataFolder: string;
  acknowledgesFirst?: boolean;
}): Promise<LinkChild> {
  const child: ChildProcess = fork(program, options.acknowledgesFirst ? ["--acknowledge-first"] : [], {
    env: { ...process.env, HELIOGRAPH_DATA: options.dataFolder, MQTT_PORT: "0", HELIOGRAPH_LOG: "error" },
    execArgv: [],
    serialization: "advanced",
  });
  const gone = once(child, "exit");
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const ready = new Promise<number>((resolve, reject) => {
    child.on("message", (message: LinkReply) => {
      if ("ready" in message) {
        resolve(message.ready);
        return;
      }
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === undefined) asked?.resolve(message.handle);
      else asked?.reject(new Error(message.error));
    });
    gone.then(([code]) => {
      const error = new Error(`the link process ended with ${code}`);
      for (const { reject: refuse } of waiting.values()) refuse(error);
      reject(error);
    }, reject);
  });
  ready.catch(() => undefined);
  let lastId = 0;
  const ask = <Answer>(question: Without<LinkRequest>): Promise<Answer> =>
    new Promise<Answer>((resolve, reject) => {
      if (!child.connected) {
        reject(new Error("the link process is gone"));
        return;
      }
      const id = ++lastId;
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      child.send({ ...question, id });
    });
  return {
    port: await ready,
    pid: child.pid as number,
    ask,
    async stop() {
      await ask({ ask: "stop" });
      child.disconnect();
      await gone;
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
