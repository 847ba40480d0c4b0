import { formatMessage } from "@heliograph/contract";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import { formatMoment } from "../../base/notices/notices.service.ts";
import type { PlantOwner } from "../notifications/owner-mails.service.ts";
import { createOwnerMails } from "../notifications/owner-mails.service.ts";
import type { DueDrill } from "./drill-reminders.repository.ts";
import { listDueDrills, markReminded } from "./drill-reminders.repository.ts";

const CHECK_EVERY_MS = 60 * 60_000;
/** Plants that a mail names; the others are counted. */
const MAX_LINES = 50;

// Names of plants are typed by users, and become part of a header.
const toLine = (text: string): string => text.replace(/\p{Cc}/gu, " ");

/** Mails owners whose plants are due for a drill: one mail about all of them, once per due date. */
export function createDrillReminderJob(
  deps: Parameters<typeof createOwnerMails>[0] & { readonly logger: Logger },
) {
  const { db, clock, logger, ownAddress } = deps;
  const mails = createOwnerMails(deps);

  function writeReminder({ reader: { language }, plants }: PlantOwner<DueDrill>) {
    const lines = plants.slice(0, MAX_LINES).map(({ plantId, name, timeZone, dueAt }) => {
      const at = formatMoment(dueAt.getTime(), language, timeZone);
      const address = ownAddress.linkTo(`/station/${plantId}/safety`);
      return formatMessage(language, "mail.drill.line", { plant: toLine(name), at, address });
    });
    const count = plants.length;
    const more = count - lines.length;
    if (more > 0) lines.push(formatMessage(language, "mail.drill.more", { count: more }));
    return {
      subject: count === 1 ? "mail.drill.subject" : "mail.drills.subject",
      text: "mail.drill.text",
      params: { plant: toLine(plants[0]?.name ?? ""), count, lines: lines.join("\n") },
    } as const;
  }

  /** All or nothing; what another process has mailed meanwhile is left out. */
  async function remind({ reader, plants }: PlantOwner<DueDrill>): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const marked = await markReminded(trx, {
        plantIds: plants.map(({ plantId }) => plantId),
        now: new Date(clock.now()),
      });
      if (marked.size === 0) return;
      const left = plants.filter(({ plantId }) => marked.has(plantId));
      await mails.write(trx, reader, writeReminder({ reader, plants: left }));
    });
  }

  async function work(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const due = await listDueDrills(db, new Date(clock.now()));
    for (const owner of await mails.listOwners(due)) {
      if (signal.aborted) return;
      if (!(await mails.isAtLimit(owner.reader))) await remind(owner);
    }
  }

  const loop = createLoop({
    work,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "reminders of drills could not be written",
  });
  return { start: loop.start, stop: loop.stop, work };
}
