import type { AuditType, Language, MessageKey, MessageParams } from "@heliograph/contract";
import { auditTypes, formatMessage } from "@heliograph/contract";
import { findSecurityFault } from "@heliograph/contract/fault-codes";
import { faultTexts } from "@heliograph/contract/fault-texts";
import { formatMoment } from "../../base/notices/notices.service.ts";
import type { CountedEvents } from "./security-mails.repository.ts";

/** Types that are mailed beside those of the catalogue of fault codes (`SECURITY_FAULTS`). */
const OTHER_NAMES = {
  "audit.key-made": "security.keyMade",
  "device.contrary-reply": "security.contraryReply",
  "device.forged-reply": "security.forgedReply",
  "device.takenOver": "security.takenOver",
} as const satisfies Partial<Record<AuditType, MessageKey>>;

const isOther = (type: string): type is keyof typeof OTHER_NAMES => Object.hasOwn(OTHER_NAMES, type);

/** Types of log rows of which ROOT accounts are mailed. */
export const mailedTypes: readonly AuditType[] = auditTypes.filter(
  (type) => findSecurityFault(type) !== undefined || isOther(type),
);

// Names of plants are typed by users.
const toLine = (text: string): string => text.replace(/\p{Cc}/gu, " ");

function nameOf(type: string, language: Language): string {
  if (isOther(type)) return formatMessage(language, OTHER_NAMES[type]);
  const fault = findSecurityFault(type);
  return fault === undefined ? type : faultTexts[language][fault].name;
}

function remedyOf(type: string, language: Language): readonly string[] {
  const fault = findSecurityFault(type);
  return fault === undefined ? [] : [faultTexts[language][fault].remedy];
}

function describe(counted: CountedEvents, language: Language): string {
  const { type, events, firstAt, lastAt, sn, plantName, address } = counted;
  const atOf = (at: Date) => formatMoment(at.getTime(), language);
  const name = nameOf(type, language);
  const head =
    events === 1
      ? formatMessage(language, "mail.security.one", { name, at: atOf(lastAt) })
      : formatMessage(language, "mail.security.several", {
          name,
          count: events,
          first: atOf(firstAt),
          last: atOf(lastAt),
        });
  const objects = [sn, plantName, address].filter((each) => each !== null && each !== "");
  return [head, ...(objects.length === 0 ? [] : [objects.join(" · ")]), ...remedyOf(type, language)]
    .map((each) => toLine(String(each)))
    .join("\n");
}

/** The mail about counted events; `address` is that of the log. */
export function writeSecurityMail(
  counted: readonly CountedEvents[],
  language: Language,
  address: string,
): { subject: MessageKey; text: MessageKey; params: MessageParams } {
  const total = counted.reduce((sum, { events }) => sum + events, 0);
  return {
    subject: "mail.security.subject",
    text: "mail.security.text",
    params: {
      count: total,
      name: nameOf(counted[0]?.type ?? "", language),
      lines: counted.map((each) => describe(each, language)).join("\n\n"),
      address,
    },
  };
}
