import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { DataInputOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { isStorageUnavailable } from "../../../infra/storage-unavailable.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { CallWithoutStorage } from "../../base/access/mount.ts";
import type { IdentityService } from "../../people/identity/identity.service.ts";
import type { SafetyService } from "../safety/safety.service.ts";
import type { StorageNotes } from "../safety/storage-notes.service.ts";
import type { JournaledPress, PressJournal } from "./press-journal.ts";
import { openPressJournal } from "./press-journal.ts";
import { createRightsSnapshot } from "./rights-snapshot.ts";

type Accepted = DataInputOf<typeof endpoints.safety.stop>;
type StopCall = CallWithoutStorage<typeof endpoints.safety.stop>;

/** Presses that wait are tried, and announced to the device link, this often. */
const IMPORT_EVERY_MS = 1_000;
const JOURNAL_FOLDER = "safety";

/** What decided about a press. */
interface Decision {
  readonly accountId: string;
  readonly serials: readonly string[];
  readonly rightsAtMs: number;
}

const refuse = (): AppError => new AppError("B0300", { messageKey: "message.shutdownUnchecked" });

export type EmergencyStopService = ReturnType<typeof createEmergencyStop>;

/**
 * Shutdowns of whole plants while the database is full or away. A press is written to the journal before anything of it is
 * sent, and brought into the database as soon as that is possible.
 */
export function createEmergencyStop(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  identity: Pick<IdentityService, "hashAccessToken" | "listAccessTokens" | "listAccountScopes">;
  access: Pick<AccessService, "listOperablePlants">;
  safety: Pick<SafetyService, "decideStop" | "importPress">;
  storageNotes: Pick<StorageNotes, "announcePress" | "publishChange">;
  dataFolder: string;
}) {
  const { bus, clock, logger, identity, safety, storageNotes, dataFolder } = deps;
  const snapshot = createRightsSnapshot(deps);
  let journal: PressJournal | undefined;
  /** One press at a time: a second one joins the first. */
  let accepting: Promise<unknown> = Promise.resolve();

  /** Decides with the database, which may still be read. Throws the refusal; undefined when it cannot be read. */
  async function decideByDatabase({ scope, plant }: StopCall): Promise<Decision | undefined> {
    if (scope?.accountId === undefined || !plant) return undefined;
    try {
      const { serials } = await safety.decideStop(plant.plantId, scope.accountId);
      return { accountId: scope.accountId, serials, rightsAtMs: clock.now() };
    } catch (error) {
      if (isStorageUnavailable(error)) return undefined;
      throw error;
    }
  }

  /** Decides by what was read a moment ago. Whatever is missing there is refused alike. */
  function decideBySnapshot({ token, body }: StopCall): Decision {
    const rights = snapshot.read();
    const session = token === undefined ? undefined : rights?.sessions.get(identity.hashAccessToken(token));
    if (!rights || !session || session.expiresAtMs <= clock.now()) throw refuse();
    const { accountId } = session;
    const plant = rights.plants.get(body.stationId);
    if (!plant || rights.operable.get(accountId)?.has(body.stationId) !== true) throw refuse();
    if (plant.isHeld && plant.holderId !== accountId) throw new AppError("A0312");
    if (!plant.isOnline) throw new AppError("B0210", { messageKey: "message.shutdownOffline" });
    return { accountId, serials: plant.serials, rightsAtMs: rights.takenAtMs };
  }

  const toAccepted = ({ pressId, joinedId, rightsAtMs }: JournaledPress): Accepted => ({
    operationId: joinedId ?? pressId,
    state: "shutting-down",
    isRecorded: false,
    rightsAt: new Date(rightsAtMs).toISOString(),
  });

  /** To the processes with the gateways, and to those that show the plant. */
  const announce = (
    { pressId, plantId, acceptedAtMs, serials }: JournaledPress,
    isImported = false,
  ): void => {
    for (const sn of serials) bus.publish(`gateway.${sn}.emergency`, { pressId, isImported });
    storageNotes.announcePress({ pressId, plantId, acceptedAtMs }, isImported);
  };

  async function accept(call: StopCall): Promise<Accepted> {
    if (!journal) throw refuse();
    const { accountId, serials, rightsAtMs } = (await decideByDatabase(call)) ?? decideBySnapshot(call);
    const { stationId: plantId, reason, idempotencyKey } = call.body;
    const waiting = journal.list().filter((press) => press.plantId === plantId);
    const own = waiting.find((press) => press.accountId === accountId);
    if (own) return toAccepted(own);
    const first = waiting.find(({ joinedId }) => joinedId === null);
    const press: JournaledPress = {
      ...{ pressId: randomUUID(), plantId, accountId, address: call.address, reason, idempotencyKey },
      ...{ acceptedAtMs: clock.now(), rightsAtMs },
      serials: first ? [] : serials,
      joinedId: first?.pressId ?? null,
    };
    if (!(await journal.add(press))) throw refuse();
    logger.warn({ plantId, pressId: press.pressId }, "a shutdown was accepted without the database");
    announce(press);
    storageNotes.publishChange(plantId);
    return toAccepted(press);
  }

  async function importOne(own: PressJournal, press: JournaledPress): Promise<void> {
    const { accountId, address, acceptedAtMs, rightsAtMs, ...rest } = press;
    try {
      await safety.importPress({
        ...rest,
        presser: { accountId, address },
        acceptedAt: new Date(acceptedAtMs),
        rightsAt: new Date(rightsAtMs),
      });
    } catch (error) {
      // The plant was deleted meanwhile; everything else is tried again.
      if (!(error instanceof AppError && error.code === "A0404")) throw error;
      logger.error({ plantId: press.plantId }, "the plant of a journaled shutdown is gone");
    }
    await own.remove(press.pressId);
    announce(press, true);
    storageNotes.publishChange(press.plantId);
  }

  /** Brings in what waits, the earliest first; what cannot be brought in is announced again. */
  async function importAll(): Promise<void> {
    if (!journal) return;
    const waiting = journal.list();
    try {
      for (const press of waiting) await importOne(journal, press);
    } catch (error) {
      for (const press of journal.list()) announce(press);
      throw error;
    }
  }

  const loop = createLoop({
    work: importAll,
    everyMs: IMPORT_EVERY_MS,
    logger,
    failureMessage: "journaled shutdowns could not be brought into the database",
  });

  return {
    /**
     * Accepts a shutdown without the database: decided by what can still be read, else by rights that were read within the
     * last 5 minutes. B0300 where neither is possible, A0312 and B0210 as usual.
     */
    accept(call: StopCall): Promise<Accepted> {
      const next = accepting.then(() => accept(call));
      accepting = next.catch(() => undefined);
      return next;
    },
    importAll,
    /** Reads the rights again, as every minute. */
    takeSnapshot: snapshot.take,
    async open(): Promise<void> {
      journal ??= await openPressJournal(join(dataFolder, JOURNAL_FOLDER));
    },
    start(): void {
      snapshot.start();
      loop.start();
    },
    async stop(): Promise<void> {
      await loop.stop();
      await snapshot.stop();
      await accepting;
      await journal?.close();
      journal = undefined;
    },
  };
}
