import { randomUUID } from "node:crypto";
import { MAX_CLOCK_OFFSET_MS } from "@heliograph/contract";
import { sql } from "kysely";
import { createPlant, createSession } from "../fixtures.ts";
import { createGateway, until } from "../link.ts";
import { pickOne } from "../random.ts";
import type { Press } from "./moments.ts";
import type { Roof } from "./roof.ts";
import { createRoof } from "./roof.ts";
import type { Stage } from "./stage.ts";

const NAME = "Roof";
const GATEWAYS = 2;
const UNITS = 2;
/** Some units miss the command this often before they open. */
const MISSES = [0, 0, 1, 3];
const CALL_TIMEOUT_MS = 20_000;

/** What the screen shows of a shutdown. */
export interface Shown {
  readonly state: string;
  readonly units: readonly { readonly sn: string; readonly state: string }[];
}

export type Plant = Awaited<ReturnType<typeof createPressedPlant>>;

/** A plant with two gateways, its roof as it really is, and its owner's presses. */
export async function createPressedPlant(stage: Stage, random: () => number) {
  const { db } = stage.database;
  const { now, pace } = stage.control;
  const plant = await createPlant(db, { name: NAME });
  // Valid whatever the clock says.
  const steppedUpAt = new Date("2100-01-01T00:00:00Z");
  const { authorization } = await createSession(db, { accountId: plant.ownerId, steppedUpAt });
  const roofs: Roof[] = [];
  for (let index = 0; index < GATEWAYS; index++) {
    const gateway = await createGateway(db, { isBound: false, plantId: plant.id });
    const misses = Array.from({ length: UNITS }, () => pickOne(random, MISSES));
    roofs.push(createRoof({ gateway, misses, port: stage.mqttPort, now, pace }));
  }

  /** The response of a call; undefined where none came. */
  async function call(method: "GET" | "POST", path: string, body?: object) {
    try {
      const response = await fetch(`${stage.http()}/api/workData/powerStation/${path}`, {
        method,
        headers: { authorization, "content-type": "application/json" },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        ...(body && { body: JSON.stringify({ stationId: plant.id, idempotencyKey: randomUUID(), ...body }) }),
      });
      return (await response.json()) as { code: string; data: unknown };
    } catch {
      return undefined;
    }
  }

  const countReady = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from device_links l join gateways g on g.device_id = l.device_id
      where l.plant_id = ${plant.id} and l.to_at is null and g.is_online
        and abs(g.clock_offset_ms) <= ${MAX_CLOCK_OFFSET_MS} and g.birth_rev is not null`.execute(db);
    return rows[0]?.count ?? 0;
  };

  return {
    id: plant.id,
    roofs,
    /** Whether the server accepted the press; a later call with the same key is the same press. */
    async press(press: Press, idempotencyKey: string): Promise<boolean> {
      const body = { idempotencyKey, ...(press === "reset" && { name: NAME }) };
      const response = await call("POST", press === "stop" ? "urgentStop" : "urgentReset", body);
      return response?.code === "0";
    },
    async read(): Promise<Shown | undefined> {
      const response = await call("GET", `operation?stationId=${plant.id}`);
      return response?.code === "0" ? (response.data as Shown) : undefined;
    },
    /** Waits for a number of gateways that are online with a clock that allows a reset. */
    untilReady: (isWanted: (count: number) => boolean) => until(countReady, isWanted),
    async countOperations(idempotencyKey: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from safety_operations
        where plant_id = ${plant.id} and idempotency_key = ${idempotencyKey}`.execute(db);
      return rows[0]?.count ?? 0;
    },
    stop: () => Promise.all(roofs.map((roof) => roof.stop())),
  };
}
