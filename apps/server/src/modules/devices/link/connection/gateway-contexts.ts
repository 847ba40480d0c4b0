import type { Clock } from "@heliograph/protocol";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { createBatchLookup } from "../intake/batch-lookup.ts";
import type { GatewayFacts } from "./gateway-facts.ts";
import { findBodyHashes, findGatewayFacts, findHighestSeqs } from "./gateways.repository.ts";

/** A report that is being stored. */
interface InFlight {
  hash: string;
  done: Promise<void>;
}

/** A gateway while this process serves it. */
export interface GatewayContext {
  facts: GatewayFacts;
  /** Highest sequence number stored or on its way: a higher one is new without asking. */
  highestSeq: number;
  inFlight: Map<number, InFlight>;
  /** Clock state that the gateway last reported; "none" before its first report. */
  clock: Clock;
  /** What to add to instants of a gateway without a clock; undefined until it is known. */
  startupAtMs: number | undefined;
}

/** Written for ranges a gateway declared lost: no body has it, so the record is stored if it arrives after all. */
export const LOST_HASH = "0";

/** Caches facts about the gateways connected to this process. */
export function createGatewayContexts({ db, clickhouse }: { db: Db; clickhouse: ClickHouse }) {
  const contexts = new Map<string, Promise<GatewayContext>>();

  const lookUpHighest = createBatchLookup(async (keys: readonly number[]) => {
    const found = await findHighestSeqs(clickhouse, keys);
    return (key: number) => found.get(key) ?? -1;
  });
  const lookUpHash = createBatchLookup(async (keys: readonly { gateway: number; seq: number }[]) => {
    const found = await findBodyHashes(clickhouse, keys);
    return ({ gateway, seq }: { gateway: number; seq: number }) => found.get(`${gateway}/${seq}`);
  });

  async function getFacts(sn: string): Promise<GatewayFacts> {
    const facts = await findGatewayFacts(db, sn);
    if (!facts) throw new Error(`the gateway ${sn} is no longer registered`);
    return facts;
  }

  async function load(sn: string): Promise<GatewayContext> {
    const facts = await getFacts(sn);
    const highestSeq = await lookUpHighest(facts.key);
    return { facts, highestSeq, inFlight: new Map(), clock: facts.clock, startupAtMs: undefined };
  }

  return {
    get(sn: string): Promise<GatewayContext> {
      let context = contexts.get(sn);
      if (!context) {
        context = load(sn);
        contexts.set(sn, context);
        context.catch(() => contexts.delete(sn));
      }
      return context;
    },
    /** Reads births and links again. */
    async reload(sn: string): Promise<void> {
      const context = await contexts.get(sn);
      if (context) context.facts = await getFacts(sn);
    },
    /** Gateways of this process that are named, or were linked to one of the plants. */
    async listAffected(
      serialNumbers: ReadonlySet<string>,
      plantKeys: ReadonlySet<number>,
    ): Promise<{ id: string; sn: string; isItself: boolean }[]> {
      const loaded = await Promise.allSettled(contexts.values());
      return loaded
        .flatMap((result) => (result.status === "fulfilled" ? [result.value.facts] : []))
        .filter(
          ({ sn, links }) => serialNumbers.has(sn) || links.some(({ plantKey }) => plantKeys.has(plantKey)),
        )
        .map(({ id, sn }) => ({ id, sn, isItself: serialNumbers.has(sn) }));
    },
    drop(sn: string): void {
      contexts.delete(sn);
    },
    /** The body hash of a stored report; undefined when this sequence number is free. */
    async findStoredHash(context: GatewayContext, seq: number): Promise<string | undefined> {
      if (seq > context.highestSeq) return undefined;
      const hash = await lookUpHash({ gateway: context.facts.key, seq });
      return hash === LOST_HASH ? undefined : hash;
    },
  };
}

export type GatewayContexts = ReturnType<typeof createGatewayContexts>;
