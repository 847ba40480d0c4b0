import { z } from "zod";
import { alarmSeverity } from "./alarm.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, requiredLine } from "./primitives.ts";

/** Plants whose alarms are mailed: those the account owns, all it has access to, or chosen ones. */
const mailedPlants = z.enum(["owned", "all", "chosen"]);
/** When alarms are mailed: each immediately, or all of an hour or a day in one mail. */
const mailDigest = z.enum(["immediate", "hourly", "daily"]);
/** Whose local clock the quiet hours follow. */
const quietZone = z.enum(["account", "plant"]);

/** Chosen plants of one account. */
const MAX_CHOSEN_PLANTS = 200;
/** Mails of one account in an hour. */
const MAX_MAILS_PER_HOUR = 30;

const hour = z.int().min(0).max(23);

const settings = z.strictObject({
  isOn: z.boolean(),
  minSeverity: alarmSeverity,
  plants: mailedPlants,
  stationIds: z
    .array(id)
    .max(MAX_CHOSEN_PLANTS)
    .refine((ids) => new Set(ids).size === ids.length, { error: "field.twice" }),
  digest: mailDigest,
  /** Whether the end of an alarm that was mailed is mailed too. */
  hasRecovery: z.boolean(),
  /** Full hours between which nothing is mailed; both null for none. What was raised is mailed after them. */
  quietFrom: hour.nullable(),
  quietTo: hour.nullable(),
  quietZone,
  /** IANA zone of the account: of its quiet hours, and of the morning of a daily mail. */
  timeZone: requiredLine(64),
  /** Mails in an hour; what exceeds them is in one summary. */
  maxPerHour: z.int().min(1).max(MAX_MAILS_PER_HOUR),
});
export type AlarmMailSettings = z.output<typeof settings>;

/** Of an account that has never changed them. */
export const defaultAlarmMailSettings: AlarmMailSettings = {
  isOn: true,
  minSeverity: "fault",
  plants: "owned",
  stationIds: [],
  digest: "immediate",
  hasRecovery: false,
  quietFrom: null,
  quietTo: null,
  quietZone: "plant",
  timeZone: "UTC",
  maxPerHour: 10,
};

// Every account may read and change its own, whether or not its role reads alarms now.
const own = { who: "signed-in", scope: { kind: "none" } } as const;
const readPath = "/user/settings/alarmMails";

const chosenPlant = z.object({ stationId: id, stationName: z.string() });

export const getAlarmMails = defineEndpoint({
  method: "GET",
  path: readPath,
  summary: "Which alarms are mailed to the caller, and when",
  access: own,
  data: settings.extend({
    /** The verified email that mails go to; null without one: then nothing is mailed. */
    email: z.string().nullable(),
    /** Names of the chosen plants that are still visible to the caller. */
    chosenPlants: z.array(chosenPlant),
  }),
  errors: ["A0230", "A0300"],
});

export const updateAlarmMails = defineEndpoint({
  method: "POST",
  path: "/user/settings/updateAlarmMails",
  summary: "Change which alarms are mailed to the caller, and when",
  access: own,
  body: settings.partial(),
  /** The chosen plants; those not visible to the caller are left out. */
  data: z.object({ rows: z.array(chosenPlant) }),
  errors: ["A0230", "A0300", "A0400"],
  invalidates: [readPath],
});

export const sendTestMail = defineEndpoint({
  method: "POST",
  path: "/user/settings/testAlarmMail",
  summary: "Send an example of an alarm mail to the caller's verified email",
  access: own,
  body: z.strictObject({}),
  data: z.object({ email: z.string() }),
  errors: ["A0230", "A0300", "A0400", "A0501"],
  invalidates: [],
});
