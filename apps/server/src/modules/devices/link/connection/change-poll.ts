import type { Logger } from "../../../../infra/logger.ts";
import { createLoop } from "../../../../infra/loop.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { CommandService } from "../../commands/commands.service.ts";
import type { RecentChange } from "../../placements/placements.service.ts";
import { listLinkChanges } from "../../placements/placements.service.ts";
import { listNewSecrets } from "../adoption/claims.repository.ts";
import { listSessionsElsewhere } from "./ownership.repository.ts";

const POLL_EVERY_MS = 1_000;
/** A change may be committed this long after its time, and a poll may come late. */
const OVERLAP_MS = 30_000;

/**
 * Reads every second what messages of other processes may not have reported: commands that wait, secrets and sessions that
 * were replaced, and changed links. Messages are only faster.
 */
export function createChangePoll(deps: {
  db: Db;
  /** Id of this process. */
  processId: string;
  commands: Pick<CommandService, "listWaitingGateways">;
  logger: Logger;
  /** Commands of this gateway wait for delivery; it may be connected elsewhere. */
  onCommands(sn: string): Promise<void>;
  /** Sessions that signed in with an earlier secret have ended; they may be elsewhere. */
  onNewSecret(sn: string, secretRev: number): void;
  /** The gateway's own session is at another process; an earlier one has ended. */
  onSessionElsewhere(sn: string, epoch: number): void;
  onLinksChanged(changes: readonly RecentChange[]): Promise<void>;
}) {
  const { db, processId, commands, logger } = deps;
  const appliedLinks = new Map<string, string>();
  let hasReadLinks = false;

  async function pollCommands(): Promise<void> {
    await Promise.all((await commands.listWaitingGateways()).map((sn) => deps.onCommands(sn)));
  }

  async function pollSecrets(): Promise<void> {
    for (const { sn, secretRev } of await listNewSecrets(db, OVERLAP_MS)) deps.onNewSecret(sn, secretRev);
  }

  async function pollSessions(): Promise<void> {
    for (const { sn, epoch } of await listSessionsElsewhere(db, processId, OVERLAP_MS))
      deps.onSessionElsewhere(sn, epoch);
  }

  async function pollLinks(): Promise<void> {
    const recent = await listLinkChanges(db, OVERLAP_MS);
    const unseen = recent.filter(({ sn, changedAt }) => appliedLinks.get(sn) !== changedAt);
    // What changed before the start was read with the gateways.
    if (hasReadLinks && unseen.length > 0) await deps.onLinksChanged(unseen);
    hasReadLinks = true;
    appliedLinks.clear();
    for (const { sn, changedAt } of recent) appliedLinks.set(sn, changedAt);
  }

  const loops = (
    [
      [pollCommands, "waiting commands could not be read"],
      [pollSecrets, "replaced secrets could not be read"],
      [pollSessions, "sessions of other processes could not be read"],
      [pollLinks, "changed links could not be read"],
    ] as const
  ).map(([work, failureMessage]) => createLoop({ work, everyMs: POLL_EVERY_MS, logger, failureMessage }));

  return {
    start(): void {
      for (const loop of loops) loop.start();
    },
    async stop(): Promise<void> {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
