import type { z } from "zod";
import type { MessageKey } from "./messages/en.ts";
import type { MessageParams } from "./messages/messages.ts";
import { isMessageKey } from "./messages/messages.ts";

/** One refused field: its path in body or query (`tariff.periods.0.start`), and the sentence's key and parameters. */
export interface FieldProblem {
  readonly path: string;
  readonly key: MessageKey;
  readonly params?: MessageParams;
}

type Issue = z.core.$ZodIssue;
type Sentence = Omit<FieldProblem, "path">;

const sizes: Record<string, { small: MessageKey; big: MessageKey }> = {
  string: { small: "field.tooShort", big: "field.tooLong" },
  array: { small: "field.tooFew", big: "field.tooMany" },
};

const formats: Record<string, MessageKey> = {
  email: "field.email",
  uuid: "field.id",
  date: "field.date",
  datetime: "field.instant",
};

function describeSize(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Sentence {
  const size = sizes[issue.origin];
  if (issue.code === "too_small") {
    const params = { min: Number(issue.minimum) };
    if (size)
      return params.min === 1 && issue.origin === "string"
        ? { key: "field.required" }
        : { key: size.small, params };
    return { key: issue.inclusive ? "field.min" : "field.moreThan", params };
  }
  const params = { max: Number(issue.maximum) };
  if (size) return { key: size.big, params };
  return { key: issue.inclusive ? "field.max" : "field.lessThan", params };
}

function describeType(issue: z.core.$ZodIssueInvalidType): Sentence {
  if (issue.expected === "int") return { key: "field.wholeNumber" };
  if (issue.expected === "number") return { key: "field.number" };
  return { key: "field.format" };
}

/** Message for an empty field (R5.2), by the name of the field; others have a general message. */
const prompts: Readonly<Record<string, MessageKey>> = {
  account: "prompt.account",
  userName: "prompt.userName",
  name: "prompt.name",
  companyName: "prompt.company",
  address: "prompt.companyAddress",
  contact: "prompt.contact",
  contactPhone: "prompt.contactPhone",
  sn: "prompt.serialNumber",
  registrationCode: "prompt.registrationCode",
  price: "prompt.price",
  installedCapacityKwp: "prompt.installedCapacity",
  gridConnectionDate: "prompt.gridConnectionDate",
  personInCharge: "prompt.personInCharge",
  phone: "prompt.phone",
};

/** Message for a field that is picked from a list when nothing was chosen (R5.5), by the name of the field. */
const choices: Readonly<Record<string, MessageKey>> = {
  accountId: "choose.account",
  ownerId: "choose.account",
  roleId: "choose.role",
  customerTypeId: "choose.accountType",
  deviceId: "choose.device",
  currency: "choose.currency",
  fileId: "choose.file",
  importId: "choose.file",
  companyId: "choose.company",
  stationId: "choose.plant",
};

/** A missing field, or an empty required one, violates no other rule. */
function isMissing(issue: Issue): boolean {
  // The rule applies to the trimmed text.
  if (issue.code === "too_small") return issue.origin === "string" && Number(issue.minimum) === 1;
  if (issue.code === "invalid_format") return issue.input === "";
  return issue.code === "invalid_type" && (issue.input === undefined || issue.input === null);
}

function promptOf({ path, message }: Issue): MessageKey | undefined {
  return isMessageKey(message) && message.startsWith("prompt.") ? message : prompts[String(path.at(-1))];
}

/** Messages of fields that are picked from a list, whatever is wrong with them. */
const ofPicked: readonly string[] = ["field.id", "field.choose", "field.currency"] satisfies MessageKey[];

// Fields picked from a list have another message than typed ones (R5.5).
const isUnchosen = ({ code, input, message }: Issue): boolean =>
  (input === undefined || input === "") &&
  (ofPicked.includes(message) ||
    message.startsWith("choose.") ||
    (code === "invalid_value" && !isMessageKey(message)));

const choiceOf = ({ path, message }: Issue): MessageKey =>
  isMessageKey(message) && message.startsWith("choose.")
    ? message
    : (choices[String(path.at(-1))] ?? "field.choose");

/** A value that fits none of several alternatives: the sentence of the first one, which the others only make optional. */
function describeUnion({ errors }: z.core.$ZodIssueInvalidUnion): Sentence {
  const [issue] = errors[0] ?? [];
  // Without alternatives, the field that chooses between them has another value.
  return issue ? describe(issue) : { key: "field.choice" };
}

function describe(issue: Issue): Sentence {
  if (isUnchosen(issue)) return { key: choiceOf(issue) };
  const prompt = isMissing(issue) ? promptOf(issue) : undefined;
  if (prompt !== undefined) return { key: prompt };
  if (issue.code === "invalid_type" && issue.input === undefined) return { key: "field.required" };
  if (issue.code === "invalid_format" && issue.input === "") return { key: "field.required" };
  if (isMessageKey(issue.message)) return { key: issue.message };
  switch (issue.code) {
    case "invalid_type":
      return describeType(issue);
    case "too_small":
    case "too_big":
      return describeSize(issue);
    case "invalid_format":
      return { key: formats[issue.format] ?? "field.format" };
    case "invalid_value":
      return { key: "field.choice" };
    case "invalid_union":
      return describeUnion(issue);
    case "unrecognized_keys":
      return { key: "field.unknown" };
    default:
      return { key: "field.invalid" };
  }
}

/**
 * Message of a zod issue for users. A schema sets its own message by a message key as its error; otherwise the message
 * follows from the kind of rule. Unknown fields are named one by one. Needs issues parsed with `reportInput`.
 */
export function describeIssue(issue: Issue): FieldProblem[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key].join("."), key: "field.unknown" }));
  return [{ path: path.join("."), ...describe(issue) }];
}
