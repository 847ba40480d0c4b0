import type { Language, MessageKey, MessageParams } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import { getFaultText } from "@heliograph/contract/fault-texts";
import { formatMoment } from "../../base/notices/notices.service.ts";
import type { DueNotification } from "./due-mails.repository.ts";

/** Alarms that a summary names; the others are counted. */
const MAX_LINES = 50;

/** A notification as its recipient may read it. */
export interface MailItem extends DueNotification {
  /** Whether the recipient sees where the plant's devices are. */
  readonly seesLayout: boolean;
}

/** Links in a mail. */
export interface MailLinks {
  /** Page of an alarm, or of all without an id. */
  alarm(alarmId?: string): string;
  readonly settings: string;
  readonly unsubscribe: string;
}

export interface AlarmMail {
  readonly subject: MessageKey;
  readonly text: MessageKey;
  readonly params: MessageParams;
}

// Plant names and aliases become part of a header.
const toLine = (text: string): string => text.replace(/\p{Cc}/gu, " ");

function describePlace({ seesLayout, slotLabel, alias, sn }: MailItem): string {
  const name = (seesLayout && slotLabel) || alias;
  return toLine(name === "" || name === sn ? sn : `${name} (${sn})`);
}

function describe(item: MailItem, language: Language): MessageParams {
  const { plantName, timeZone, faultCode, severity, kind, at, goneAt } = item;
  const { name, cause, effect, remedy } = getFaultText(language, faultCode);
  const atOf = (instant: Date) => formatMoment(instant.getTime(), language, timeZone);
  return {
    // A device invents any code; the general text is the same for all that are not in the catalogue.
    fault: toLine(`${name} (${faultCode})`),
    cause,
    effect,
    remedy,
    plant: toLine(plantName),
    place: describePlace(item),
    severity: formatMessage(language, `severity.${severity}`),
    since: atOf(at),
    zone: timeZone,
    ended: atOf(kind === "gone" ? at : (goneAt ?? at)),
  };
}

export function writeFooter(language: Language, { settings, unsubscribe }: MailLinks): string {
  return `\n\n-- \n${formatMessage(language, "mail.alarms.footer", { settings, unsubscribe })}`;
}

/** The mail about one alarm. */
export function writeAlarmMail(item: MailItem, language: Language, links: MailLinks): AlarmMail {
  const params = describe(item, language);
  const { goneAt } = item;
  const state = goneAt
    ? formatMessage(language, "mail.alarm.ended", { at: params["ended"] ?? "" })
    : formatMessage(language, "mail.alarm.present");
  const address = `${links.alarm(item.alarmId)}${writeFooter(language, links)}`;
  const kind = item.kind === "raised" ? "alarm" : "alarmEnded";
  return {
    subject: `mail.${kind}.subject`,
    text: `mail.${kind}.text`,
    params: { ...params, state, address },
  };
}

/** How many of each severity were raised, the most severe first, and how many ended. */
function writeCounts(items: readonly MailItem[], language: Language): string {
  const kindOf = ({ kind, severity }: MailItem) => (kind === "gone" ? "ended" : severity);
  return (["fault", "alarm", "warning", "ended"] as const)
    .map((kind) => ({ kind, count: items.filter((item) => kindOf(item) === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => formatMessage(language, `mail.alarms.count.${kind}`, { count }))
    .join(" · ");
}

/** One mail about several alarms, the first of which it names. */
export function writeSummaryMail(
  items: readonly MailItem[],
  language: Language,
  links: MailLinks,
): AlarmMail {
  const lines = items.slice(0, MAX_LINES).map((item) => {
    const key = item.kind === "raised" ? "mail.alarms.line" : "mail.alarms.endedLine";
    return formatMessage(language, key, describe(item, language));
  });
  const left = items.length - lines.length;
  const more = left > 0 ? [formatMessage(language, "mail.alarms.more", { count: left })] : [];
  return {
    subject: "mail.alarms.subject",
    text: "mail.alarms.text",
    params: {
      count: items.length,
      lines: [writeCounts(items, language), "", ...lines, ...more].join("\n"),
      address: `${links.alarm()}${writeFooter(language, links)}`,
    },
  };
}
