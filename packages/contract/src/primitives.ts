import { z } from "zod";
import { REGISTRATION_CODE, SERIAL_NUMBER } from "./label-patterns.ts";
import type { MessageKey } from "./messages/en.ts";
import { readPhoneNumber } from "./phone-number.ts";
import "./zod-config.ts";

/** Message of a rule that does not follow from the kind of rule; read by `describeIssue`. */
const because = (key: MessageKey) => ({ error: key });

/** Random id of an addressable object; always in lower case, so that topics and files match it. */
export const id = z.uuid(because("field.id")).toLowerCase();
/** Random text that a client creates for each press: repeated requests with it have one effect. */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9-]{16,64}$/);
/** Revision that a change is based on; a change based on an older one is refused. */
export const revision = z.string().regex(/^\d{1,20}$/);
/** A day, month or year from 1970 to 2199, the range supported by all stores and calendars. */
const isWithinYears = (period: string) => period >= "1970" && period < "2200";
/** Instant, ISO 8601 in UTC, of a local day from 1970 to 2199 in any zone. */
export const instant = z.iso
  .datetime({ ...because("field.instant"), abort: true })
  .refine((at) => at >= "1969-12-31" && at < "2200-01-02", because("field.years"));
/** Local calendar day of a plant, `2026-03-29`, from 1970 to 2199. */
export const plantDay = z.iso
  .date({ ...because("field.date"), abort: true })
  .refine(isWithinYears, because("field.years"));
/** Month `2026-03` or year `2026`, from 1970 to 2199. */
export const plantPeriod = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, { abort: true })
  .refine(isWithinYears, because("field.years"));
/** Money and prices travel as decimal strings; forms accept a decimal comma too and send a point. */
export const asDecimal = { format: "decimal" } as const;
export const decimal = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,6})?$/, because("field.decimal"))
  .meta(asDecimal);

// Marks that turn the reading direction make one text look like another.
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Text as stored: without incomplete or invisible characters, and empty when nothing is visible. */
function toPlainText(typed: string): string {
  const text = typed.toWellFormed().replace(directionMarks, "").trim();
  return visible.test(text) || /\p{Cc}/u.test(text) ? text : "";
}

/** Text a person types: trimmed, bounded, no control characters (line breaks included). */
export const line = (max: number, missing?: MessageKey) =>
  z
    .string(missing && because(missing))
    .overwrite(toPlainText)
    .max(max)
    .regex(/^\P{Cc}*$/u, because("field.text"));
/** As `line`, and not empty; `missing` is the message where it does not follow from the field's name. */
export const requiredLine = (max: number, missing?: MessageKey) =>
  line(max, missing).min(1, because(missing ?? "field.required"));

/** As `line`, over several lines. */
export const paragraph = (max: number) =>
  z
    .string()
    .overwrite(toPlainText)
    .max(max)
    .regex(/^[\P{Cc}\n]*$/u, because("field.paragraph"));

/** A text field of a change that may be emptied: absent leaves it as it is, null (or an empty text) clears it. */
export const clearable = <Text extends z.ZodType<string>>(text: Text) =>
  text
    .nullable()
    .transform((typed) => typed ?? "")
    .optional();

/** Email address; stored as typed, compared in lower case. */
export const email = z.email(because("field.email")).max(254);
/** Phone number: an optional plus and 5 to 20 digits, spaces and hyphens between. */
const phonePattern = /^\+?\d(?:[ -]?\d){4,19}$/;
export const phone = z
  .string()
  .trim()
  .regex(phonePattern, { ...because("field.phone"), abort: true });
/** Phone number of an account: one that can be read as E.164 (`readPhoneNumber`). */
export const accountPhone = phone.refine(
  (typed) => readPhoneNumber(typed) !== undefined,
  because("field.phoneCountry"),
);
/** Digits and what is written between them. */
const phoneCharacters = /^\+?[\d\s().-]+$/;

/**
 * Kinds of a text that is one of several, for forms (`x-kinds` of its JSON schema): the first entry whose `sign` matches
 * decides which pattern the text must match and which message is shown otherwise. Without a pattern it is invalid.
 */
export interface TextKind {
  readonly sign: string;
  readonly pattern?: string;
  readonly sentence: MessageKey;
}
const asKinds = (kinds: readonly TextKind[]) => ({ "x-kinds": kinds });

function findContactProblem(typed: string): string | undefined {
  const isEmail = typed.includes("@");
  if (!isEmail && !phoneCharacters.test(typed)) return "field.contact" satisfies MessageKey;
  return (isEmail ? email : accountPhone).safeParse(typed).error?.issues[0]?.message;
}

const contactKinds = asKinds([
  { sign: "@", pattern: z.regexes.email.source, sentence: "field.email" },
  { sign: phoneCharacters.source, pattern: phonePattern.source, sentence: "field.phone" },
  { sign: "", sentence: "field.contact" },
]);

/** An email or a phone number, whichever it looks like (R5.3). */
export const contact = z
  .string()
  .trim()
  .min(1, because("field.required"))
  .superRefine((typed, context) => {
    const message = findContactProblem(typed);
    if (message !== undefined) context.addIssue({ code: "custom", message, input: typed });
  })
  .meta(contactKinds);
/** An email or a phone number in any notation, as a form expects it where the server looks the account up (R5.4). */
export const asAccountName = asKinds([
  { sign: "@", pattern: "^[^\\s@,;<>]+@[^\\s@,;<>]+\\.[^\\s@,;<>]{2,}$", sentence: "field.contact" },
  { sign: phoneCharacters.source, pattern: "(?:\\d\\D*){5}", sentence: "field.contact" },
  { sign: "", sentence: "field.contact" },
]);

/** A secret, as JSON Schema marks it: no draft keeps it and no response contains it. */
export const asSecret = { writeOnly: true } as const;
/** A password: secret, and sent exactly as it was typed. */
const asPassword = { ...asSecret, format: "password" } as const;
/** Format of a verification code. */
export const verificationCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, because("field.verificationCode"))
  .meta(asSecret);
/** R5.15. */
export const password = z
  .string()
  .min(6, because("field.password"))
  .max(16, because("field.password"))
  .meta(asPassword);
/** A password that exists already and is only compared. */
export const currentPassword = z.string().min(1).max(128).meta(asPassword);
/** The same password once more (R5.16): `x-same-as` names the field it repeats. */
export const repeatedPassword = (name: "password" | "newPassword") =>
  z
    .string()
    .max(128)
    .meta({ ...asPassword, "x-same-as": name });
/** Serial number of a device. */
export const serialNumber = z.string().regex(SERIAL_NUMBER, because("field.serialNumber"));
/** As `serialNumber`, or empty where the server decides which sentence asks for it. */
export const serialNumberOrEmpty = z
  .string()
  .regex(new RegExp(`^$|${SERIAL_NUMBER.source}`), because("field.serialNumber"));
/** Registration code: at least 16 characters of base32 (80 bits). */
export const registrationCode = z
  .string()
  .regex(REGISTRATION_CODE, because("field.registrationCode"))
  .meta(asSecret);

/** What opened a session: the console in a browser, or the installed app and the /mobile pages. */
export const endpointName = z.enum(["WEB", "APP"]);
export type EndpointName = z.output<typeof endpointName>;
export const language = z.enum(["zh-cn", "en", "pt", "th"]);
export type Language = z.output<typeof language>;

/** Page sizes the console offers; a request may ask for any size up to the largest. */
const PAGE_SIZES = [20, 50, 100, 200] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Paging of every list: page from 1. */
export const paging = {
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce
    .number<number>()
    .int()
    .min(1)
    .max(Math.max(...PAGE_SIZES))
    .meta({ examples: [...PAGE_SIZES] })
    .default(PAGE_SIZES[0]),
  order: z.enum(["asc", "desc"]).default("asc"),
};

/** Response of every list. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int().min(0) });

/** A random UUID in lower case, where it is not looked up alone. */
export const uuidKey = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
