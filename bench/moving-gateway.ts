import { setTimeout as wait } from "node:timers/promises";
import type { TestClient, TestGateway } from "../apps/server/test/link.ts";
import { connectGateway, createData } from "../apps/server/test/link.ts";

// A gateway that signs in at another link process again and again, with or without ending its session before, and follows
// the rules of docs/device-link.md: it keeps reports until they are acknowledged, executes a command once, and refuses
// sequence numbers that are not higher than the last one.

const REPORT_EVERY_MS = 1_000;
const MIN_STAY_MS = 1_500;
const MAX_STAY_MS = 9_000;
const RETRY_MS = 200;
/** Commands that a gateway remembers, as docs/device-link.md says. */
const REMEMBERED = 64;

export interface MovingGateway {
  readonly gateway: TestGateway;
  /** Number of the next report. */
  readonly nextSeq: number;
  readonly moves: number;
  /** Effects by command id. */
  readonly effects: ReadonlyMap<string, number>;
  /** Sequence numbers of commands as they arrived. */
  readonly commandSeqs: readonly number[];
  /** Moves until the signal ends it, then stays until every report is acknowledged. */
  run(signal: AbortSignal): Promise<void>;
  /** Ends its session. */
  end(): Promise<void>;
}

interface Received {
  readonly id: string;
  readonly seq: number;
}

export function createMovingGateway(options: {
  gateway: TestGateway;
  ports(): readonly number[];
  units: readonly number[];
  onAcknowledged(seq: number): void;
}): MovingGateway {
  const { gateway, ports, units, onAcknowledged } = options;
  const unacknowledged = new Map<number, object>();
  const effects = new Map<string, number>();
  const commandSeqs: number[] = [];
  let nextSeq = 1;
  let moves = 0;
  let highestSeq = 0;
  let recent: readonly string[] = [];
  let current: TestClient | undefined;

  function execute({ id, seq }: Received): "done" | "refused" {
    commandSeqs.push(seq);
    // A repeated one has no effect: only its reply is repeated.
    if (recent.includes(id)) return "done";
    if (seq <= highestSeq) return "refused";
    highestSeq = seq;
    recent = [...recent, id].slice(-REMEMBERED);
    effects.set(id, (effects.get(id) ?? 0) + 1);
    return "done";
  }

  async function follow(client: TestClient): Promise<void> {
    for (;;) {
      const { id, seq } = await client.next("downCommand");
      const state = execute({ id, seq });
      const code = state === "done" ? 0 : "E_EXPIRED";
      // Without a connection the command is sent again after the next sign-in.
      client.send("upAnswer", { id, state, code }).catch(() => undefined);
    }
  }

  async function sendAll(client: TestClient): Promise<void> {
    await Promise.all(
      [...unacknowledged].map(async ([seq, report]) => {
        await client.send("upData", report);
        if (unacknowledged.delete(seq)) onAcknowledged(seq);
      }),
    );
  }

  async function connect(): Promise<void> {
    const before = current;
    const all = ports();
    const port = all[Math.floor(Math.random() * all.length)] as number;
    // As often a session that the server does not know to be over.
    if (Math.random() < 0.5) await before?.end();
    current = await connectGateway({ port }, gateway);
    moves += 1;
    void follow(current);
  }

  async function stay(forMs: number, signal: AbortSignal): Promise<void> {
    const endsAt = Date.now() + forMs;
    while (Date.now() < endsAt && !signal.aborted && current?.mqtt.connected) {
      const seq = nextSeq++;
      unacknowledged.set(seq, createData({ s: seq, t: Date.now(), units, counterWh: seq }));
      sendAll(current).catch(() => undefined);
      await wait(REPORT_EVERY_MS);
    }
  }

  return {
    gateway,
    get nextSeq() {
      return nextSeq;
    },
    get moves() {
      return moves;
    },
    effects,
    commandSeqs,
    async run(signal) {
      while (!signal.aborted || unacknowledged.size > 0) {
        try {
          await connect();
          await stay(MIN_STAY_MS + Math.random() * (MAX_STAY_MS - MIN_STAY_MS), signal);
          if (signal.aborted && current) await sendAll(current);
        } catch {
          await wait(RETRY_MS);
        }
      }
    },
    async end() {
      await current?.end();
    },
  };
}
