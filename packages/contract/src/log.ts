import { z } from "zod";
import { auditObjectTypes, auditTypes } from "./audit-types.ts";
import { deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { id, instant, line, listOf, paging } from "./primitives.ts";

/**
 * `operation`: actions of users; `system`: sign-ins, jobs, starts and claims of devices; `security`: events to review;
 * `device`: what devices report and carry out.
 */
export const logKind = z.enum(["operation", "system", "security", "device"]);
export type LogKind = z.output<typeof logKind>;

// A leap year and the hour of a clock change; bounds the rows that a request counts.
const MAX_MS = 366 * 86_400_000 + 3_600_000;

/** Required time range of a log request, its end excluded. */
const window = { fromAt: instant, toAt: instant };

function checkWindow({ fromAt, toAt }: { fromAt: string; toAt: string }, context: z.RefinementCtx): void {
  const lengthMs = Date.parse(toAt) - Date.parse(fromAt);
  const refuse = (message: MessageKey) => context.addIssue({ code: "custom", path: ["toAt"], message });
  if (lengthMs <= 0) refuse("field.order");
  else if (lengthMs > MAX_MS) refuse("field.tooLongRange");
}

/** The object of an id in a row. The name is null where it is not visible to the reader. */
const valueName = z.object({ name: z.string().nullable(), isDeleted: z.boolean() });
export type ValueName = z.output<typeof valueName>;

/** R3.14. */
export const logRow = z.object({
  logId: id,
  at: instant,
  kind: logKind,
  /** One of `auditTypes`, or what a newer server wrote. */
  type: z.string(),
  /** Null where no account acted: a device, a job, the terminal. */
  actorId: id.nullable(),
  /** The user's name, or the company's where the user's is not visible to the reader. Null without an account or for a deleted one. */
  actorName: z.string().nullable(),
  objectType: z.string(),
  objectId: z.string(),
  /** Name of a plant, account, company, role or type, serial number of a device; null where it is not visible to the reader. */
  objectName: z.string().nullable(),
  stationId: id.nullable(),
  stationName: z.string().nullable(),
  /** The value before; null when something was created. */
  original: z.unknown(),
  /** The value after; null when something was removed. */
  new: z.unknown(),
  /** Names by the ids in both values and of the object; without deleted objects. */
  names: z.record(z.string(), valueName),
  /** How the account had signed in, or `api`, `link`, `job`, `terminal`, `start`. */
  method: z.string(),
  address: z.string(),
  /** Number in the chain; null for the second before a row is chained. */
  number: z.int().nullable(),
});
export type LogRow = z.output<typeof logRow>;

export const refusalRow = z.object({
  minute: instant,
  /** An account's id, a gateway's serial number, `anonymous` or `none`. */
  actor: z.string(),
  /** Of an existing account. */
  actorName: z.string().nullable(),
  /** Method and address, or `mqtt` and the action. */
  endpoint: z.string(),
  total: z.int(),
});
export type RefusalRow = z.output<typeof refusalRow>;

/** A row as shown to the plant's administrators: without the address of the caller. */
export const plantLogRow = logRow.omit({ address: true, number: true });
export type PlantLogRow = z.output<typeof plantLogRow>;

const listPath = "/system/log/list";
const verificationPath = "/system/log/verification";
const access = { who: ["system:log"], scope: { kind: "in-scope" } } as const;

export const listLog = defineEndpoint({
  method: "GET",
  path: listPath,
  summary:
    "Rows of the operation, system, security or device log in a time range, in the caller's scope (R3.14)",
  access,
  query: z
    .object({
      ...paging,
      ...window,
      order: z.enum(["asc", "desc"]).default("desc"),
      sort: z.enum(["at", "type", "number"]).default("at"),
      /** `device` lists all rows about devices but those of the security log, also what users did with them. */
      kind: logKind,
      actorId: id.optional(),
      /** Only rows about devices of this type, or about this device. */
      deviceType: deviceType.optional(),
      deviceId: id.optional(),
      type: z.enum(auditTypes).optional(),
      objectType: z.enum(auditObjectTypes).optional(),
      stationId: id.optional(),
      /** In the operator's name, plant, object (serial number and alias of devices), address and both values. */
      search: line(120).optional(),
    })
    .superRefine(checkWindow),
  data: listOf(logRow),
  errors: ["A0230", "A0300", "A0400"],
  // Rows are written by other operations.
  cache: "bypass",
});

export const listRefusals = defineEndpoint({
  method: "GET",
  path: "/system/log/refusals",
  summary: "Denied requests, counted by actor, endpoint and minute",
  access,
  query: z
    .object({
      ...paging,
      ...window,
      order: z.enum(["asc", "desc"]).default("desc"),
      sort: z.enum(["minute", "total", "endpoint"]).default("minute"),
      /** In actor and endpoint. */
      search: line(120).optional(),
    })
    .superRefine(checkWindow),
  data: listOf(refusalRow),
  errors: ["A0230", "A0300", "A0400"],
  cache: "bypass",
});

/** Result of the last verification of the whole chain, and whether one is requested or running. */
export const getVerification = defineEndpoint({
  method: "GET",
  path: verificationPath,
  summary: "Time, range and result of the last verification of the log's chain",
  access: { who: ["system:log"], scope: { kind: "platform" } },
  data: z.object({
    /** Null before the first verification. */
    last: z
      .object({
        endedAt: instant,
        result: z.enum(["intact", "broken", "failed"]),
        firstNumber: z.int().nullable(),
        lastNumber: z.int().nullable(),
        /** False where it is unknown whether rows are missing at the end. */
        isEndKnown: z.boolean(),
        /** The first broken row. */
        break: z
          .object({
            number: z.int(),
            id: id.nullable(),
            difference: z.enum(["missing", "changed", "hash", "rewritten", "closing"]),
          })
          .nullable(),
      })
      .nullable(),
    isRunning: z.boolean(),
    /** Last row in the chain; null while there is none. */
    sealedNumber: z.int().nullable(),
    /** Rows that are not chained yet. */
    waiting: z.int(),
  }),
  errors: ["A0230", "A0300"],
  cache: "bypass",
});
export type Verification = z.output<typeof getVerification.data>;

export const listPlantLog = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/operations",
  summary: "Log of a plant for its administrators, since they administer it, with old and new values",
  access: {
    who: ["station:read"],
    scope: { kind: "plant", level: "administer", by: { stationId: "stationId" } },
  },
  query: z.object({
    ...paging,
    order: z.enum(["asc", "desc"]).default("desc"),
    sort: z.enum(["at"]).default("at"),
    stationId: id,
    /** Only rows about this device. */
    deviceId: id.optional(),
    type: z.enum(auditTypes).optional(),
  }),
  data: listOf(plantLogRow),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const listConfigurationChanges = defineEndpoint({
  method: "GET",
  path: "/system/config/history",
  summary: "Changes of the configuration, with operator, original and new values, as long as the log is kept",
  access: { who: ["system:config"], scope: { kind: "platform" } },
  query: z.object({
    ...paging,
    order: z.enum(["asc", "desc"]).default("desc"),
    sort: z.enum(["at"]).default("at"),
  }),
  data: listOf(plantLogRow),
  errors: ["A0230", "A0300", "A0400"],
  // Rows are written by other operations.
  cache: "bypass",
});

export const verifyLog = defineEndpoint({
  method: "POST",
  path: "/system/log/verify",
  summary: "Request a verification of the whole chain of the log (ROOT)",
  access: { who: ["system:log"], scope: { kind: "platform" } },
  body: z.strictObject({}),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400"],
  invalidates: [verificationPath, listPath],
});
