import type { Clock } from "../../../infra/clock.ts";
import { writeMessage } from "../../../infra/mail/outbox.repository.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { findBrand } from "../../base/configuration/configuration.service.ts";
import { createUnsubscribeToken } from "../../base/notices/unsubscribe-token.service.ts";
import type { ServerKeys } from "../../people/identity/server-keys.service.ts";
import { insertReportMail, stopSchedule } from "./due-schedules.repository.ts";
import type { WantedReport, WrittenReport } from "./report-files.ts";
import { findVerifiedEmail } from "./schedules.repository.ts";
import { formatText } from "./texts/texts.ts";

export const UNSUBSCRIBE_PURPOSE = "report-mail-unsubscribe";
/** How long sending of a report is retried. */
const LIFETIME_MS = 3 * 86_400_000;

export interface MailDeps {
  db: Db;
  clock: Clock;
  ownAddress: OwnAddress;
  serverKeys: ServerKeys;
}

export const getUnsubscribeKey = ({ serverKeys }: Pick<MailDeps, "serverKeys">): Promise<Buffer> =>
  serverKeys.get(UNSUBSCRIBE_PURPOSE);

// Plant names become part of a header.
const toLine = (text: string): string => text.replace(/\p{Cc}/gu, " ");

/** A written report of a schedule, and the account that has it. */
interface ReportToMail {
  readonly wanted: WantedReport;
  readonly scheduleId: string;
  readonly accountId: string;
  readonly written: WrittenReport;
}

/** Writes the mail of a schedule's period with the report attached, once; an attempt that is repeated writes none. */
export async function mailReport(
  deps: MailDeps,
  { wanted, scheduleId, accountId, written }: ReportToMail,
): Promise<void> {
  const { db, clock, ownAddress } = deps;
  const { language, period, stationId } = wanted;
  const token = createUnsubscribeToken(await getUnsubscribeKey(deps), UNSUBSCRIBE_PURPOSE, scheduleId);
  const unsubscribe = ownAddress.addressOf(`/unsubscribe?token=${token}`);
  const address = ownAddress.linkTo(stationId === undefined ? "/reports" : `/station/${stationId}/reports`);
  const brand = await findBrand(db);
  const params = { brand, title: toLine(written.title), subtitle: written.subtitle, address, unsubscribe };
  await db.transaction().execute(async (trx) => {
    const at = new Date(clock.now());
    const email = await findVerifiedEmail(trx, accountId);
    if (email === null) return await stopSchedule(trx, { scheduleId, problem: "email" });
    if (!(await insertReportMail(trx, { scheduleId, period, at }))) return;
    await writeMessage(trx, {
      channel: "mail",
      recipient: email,
      subject: formatText(language, "mail.subject", params),
      body: formatText(language, "mail.text", params),
      createdAt: at,
      expiresAt: new Date(at.getTime() + LIFETIME_MS),
      unsubscribeUrl: unsubscribe,
      attachment: {
        name: written.name,
        contentType: written.contentType,
        content: Buffer.from(written.content.buffer, written.content.byteOffset, written.content.byteLength),
      },
    });
  });
}
