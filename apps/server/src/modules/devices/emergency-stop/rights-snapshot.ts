import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Loop } from "../../../infra/loop.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { IdentityService } from "../../people/identity/identity.service.ts";
import type { PlantOfSnapshot } from "./snapshot.repository.ts";
import { listPlantsOfSnapshot } from "./snapshot.repository.ts";

const EVERY_MS = 60_000;
/** What is older decides nothing. */
export const MAX_SNAPSHOT_AGE_MS = 5 * 60_000;

interface SnapshotSession {
  readonly accountId: string;
  readonly expiresAtMs: number;
}

interface Snapshot {
  readonly takenAtMs: number;
  /** By the hash of the access token as latin1 text. */
  readonly sessions: ReadonlyMap<string, SnapshotSession>;
  /** Plants that an account may shut down. */
  readonly operable: ReadonlyMap<string, ReadonlySet<string>>;
  readonly plants: ReadonlyMap<string, PlantOfSnapshot>;
}

/**
 * Sessions, rights, gateways and holds as they were a moment ago, for shutdowns while the database is unavailable. Kept in
 * memory: a process does not start without the database, so a file would have no reader.
 */
export function createRightsSnapshot(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  identity: Pick<IdentityService, "listAccessTokens" | "listAccountScopes">;
  access: Pick<AccessService, "listOperablePlants">;
}) {
  const { db, clock, logger, identity, access } = deps;
  let snapshot: Snapshot | undefined;

  /** Four queries, however many accounts are signed in. */
  async function take(): Promise<void> {
    const takenAtMs = clock.now();
    const tokens = await identity.listAccessTokens();
    const scopes = await identity.listAccountScopes([...new Set(tokens.map(({ accountId }) => accountId))]);
    const presserIds = scopes
      .filter(({ permissionIds }) => permissionIds.has("station:shutdown"))
      .flatMap(({ accountId }) => accountId ?? []);
    const operable = await access.listOperablePlants(presserIds);
    const plants = await listPlantsOfSnapshot(db);
    snapshot = {
      takenAtMs,
      sessions: new Map(
        tokens
          .filter(({ accountId }) => operable.has(accountId))
          .map(({ hash, accountId, expiresAt }) => [
            hash.toString("latin1"),
            { accountId, expiresAtMs: expiresAt.getTime() },
          ]),
      ),
      operable,
      plants: new Map(plants.map((plant) => [plant.plantId, plant])),
    };
  }

  const loop: Loop = createLoop({
    work: take,
    everyMs: EVERY_MS,
    logger,
    failureMessage: "the rights for shutdowns without the database could not be read",
  });

  return {
    take,
    start: loop.start,
    stop: loop.stop,
    /** The latest snapshot; undefined when it is older than 5 minutes. */
    read(): Snapshot | undefined {
      const isFresh = snapshot !== undefined && clock.now() - snapshot.takenAtMs <= MAX_SNAPSHOT_AGE_MS;
      return isFresh ? snapshot : undefined;
    },
  };
}
