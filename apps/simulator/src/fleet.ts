import { readFileSync, statSync } from "node:fs";
import { z } from "zod";

const sn = z.string().regex(/^[A-Z0-9-]{4,32}$/);
const instant = z.iso.datetime().transform((text) => Date.parse(text));
const months = z.array(z.number()).length(12);
const model = z.string().min(1).max(64);
const counterWh = z.number().nonnegative();
const from1To = z.tuple([z.int().min(1), z.int().min(1)]);

const arrayFields = z.strictObject({
  name: z.string().min(1).max(20),
  rows: z.int().min(1),
  columns: z.int().min(1),
  tiltDeg: z.number().min(0).max(90),
  azimuthDeg: z.number().min(0).lt(360),
  moduleW: z.number().positive(),
  /** `OPT` or `RSD` on every module, or nothing. */
  moduleDevice: z.enum(["OPT", "RSD", "none"]).default("OPT"),
  /** Models of the units, as in their files (docs/device-models.md). */
  moduleModel: model.optional(),
  stringModel: model.optional(),
  /** Strings of equal length the modules are wired into, row by row; their controllers. */
  strings: z.int().min(1).default(1),
  stringDevice: z.enum(["SCON", "MCON", "none"]).default("none"),
  /** Lifetime reading of a module's counter when the simulation begins: one for all, or a list in the order of the roof. */
  counterStartWh: z.union([counterWh, z.array(counterWh)]).default(0),
  /** Serial numbers in the order of the roof; made from the gateway's when absent. */
  moduleSns: z.array(sn).optional(),
  stringSns: z.array(sn).optional(),
});

const array = arrayFields.refine(
  ({ counterStartWh, rows, columns }) =>
    typeof counterStartWh === "number" || counterStartWh.length === rows * columns,
  { path: ["counterStartWh"], message: "must be one number, or one for each module" },
);

const gateway = z.strictObject({
  sn,
  model: model.default("DC-500"),
  /** Absent: made at random when the gateway is entered into the register. */
  registrationCode: z
    .string()
    .regex(/^[A-Z2-7]{16,64}$/)
    .optional(),
  intervalS: z.int().min(1).max(3_600).default(300),
  /** How the gateway knows the time (device-link.md). */
  clock: z.enum(["ntp", "cloud", "none"]).default("ntp"),
  /** An AC meter whose readings are the gateway's own unit 0. */
  acMeter: z.boolean().default(false),
  /** Lifetime reading of the AC meter when the simulation begins; from the modules' when absent. */
  acCounterStartWh: counterWh.optional(),
  /** Measures the irradiance in the plane of the first array, a column of unit 0 too. */
  pyranometer: z.boolean().default(false),
  arrays: z.array(array).min(1),
});

/** When a fault is active: between two instants, and between two hours of the solar day. */
const when = {
  from: instant.optional(),
  to: instant.optional(),
  hours: z.tuple([z.number().min(0).max(24), z.number().min(0).max(24)]).optional(),
};
/** Where on the roof: an array (all when absent), rows and columns counted from 1, or one string. */
const where = {
  array: z.string().optional(),
  rows: from1To.optional(),
  columns: from1To.optional(),
  string: z.int().min(1).optional(),
};
const share = z.number().min(0).max(1);

const fault = z.discriminatedUnion("kind", [
  /** The units send nothing and their modules produce nothing. */
  z.strictObject({ kind: z.literal("dead-unit"), ...where, ...when }),
  /** The units report status 7 and raise an event; their modules produce nothing. */
  z.strictObject({
    kind: z.literal("unit-fault"),
    code: z.int().min(0).max(65_535).default(0),
    ...where,
    ...when,
  }),
  /** A string's fuse: its modules produce nothing, its controller reports a blown fuse. */
  z.strictObject({ kind: z.literal("string-down"), ...where, ...when }),
  /** Shading: this share of the light is lost. */
  z.strictObject({ kind: z.literal("shade"), loss: share, ...where, ...when }),
  z.strictObject({ kind: z.literal("soiling"), loss: share, ...where, ...when }),
  /** This share of the samples is lost. */
  z.strictObject({ kind: z.literal("radio-loss"), share, ...where, ...when }),
  /** The switches do not move: they report the requested position, and the voltage stays. */
  z.strictObject({ kind: z.literal("stuck-switch"), ...where, ...when }),
  /** The keep-alive does not reach the units: after their timeout they open automatically. */
  z.strictObject({ kind: z.literal("keep-alive-lost"), ...where, ...when }),
  /** The radio needs this long for a unit, to switch it or for its parameters. */
  z.strictObject({ kind: z.literal("slow-radio"), seconds: z.number().positive(), ...when }),
  /** Replies to commands leave the gateway this much later, perhaps in a later session. */
  z.strictObject({
    kind: z.literal("late-replies"),
    seconds: z.number().positive(),
    gateway: sn.optional(),
    ...when,
  }),
  /** Beside each success, one of a command that the gateway was never sent. */
  z.strictObject({ kind: z.literal("forged-replies"), gateway: sn.optional(), ...when }),
  /** Beside each success, the first one again. */
  z.strictObject({ kind: z.literal("replayed-replies"), gateway: sn.optional(), ...when }),
  /** MCONs refuse to be written. */
  z.strictObject({ kind: z.literal("locked"), ...when }),
  /** The gateway's clock is wrong. */
  z.strictObject({
    kind: z.literal("wrong-clock"),
    offsetMinutes: z.number(),
    gateway: sn.optional(),
    ...when,
  }),
  /** No connection; the gateway keeps its reports and sends them afterwards. */
  z.strictObject({ kind: z.literal("outage"), gateway: sn.optional(), ...when }),
]);

const site = z.strictObject({
  name: z.string().min(1).max(120),
  timeZone: z.string().min(1),
  currency: z.string().regex(/^[A-Z]{3}$/),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  altitudeM: z.number().default(0),
  visibility: z.enum(["public", "concealed"]).default("concealed"),
  /** Money for one kWh. */
  price: z
    .string()
    .regex(/^\d+(\.\d{1,6})?$/)
    .default("0.25"),
  meteringLevel: z.enum(["ac-meter", "string", "module"]).default("module"),
  /** Monthly means, January first; from the latitude when absent. */
  climate: z.strictObject({ temperatureC: months, clearSkyShare: months }).optional(),
  gateways: z.array(gateway).min(1),
  faults: z.array(fault).default([]),
});

export const fleetSchema = z
  .strictObject({
    /** The same seed gives the same weather, tolerances and lost samples. */
    seed: z.int().default(1),
    /** Counters begin here; the start of the first run's first day when absent. */
    beginAt: instant.optional(),
    /** Reports before the start of the program, sent as after an outage. */
    backfillDays: z.number().min(0).max(7).default(0),
    /** Plants and gateways exist already: only send reports. */
    isEntered: z.boolean().default(false),
    sites: z.array(site).min(1),
  })
  .refine((fleet) => !fleet.isEntered || fleet.beginAt !== undefined, {
    path: ["beginAt"],
    message: "must be there when isEntered is set, or counters would begin anew at each start",
  });

export type Fleet = z.output<typeof fleetSchema>;
export type Site = Fleet["sites"][number];
export type SiteGateway = Site["gateways"][number];
export type RoofArray = SiteGateway["arrays"][number];
export type Fault = Site["faults"][number];

function readJson(path: string): unknown {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory()) throw new Error(`${path}: there is no such file.`);
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${(cause as Error).message}.`, { cause });
  }
}

/** Reads a fleet file; throws an error whose message says what is wrong with it, and with which field. */
export function readFleet(path: string): Fleet {
  const result = fleetSchema.safeParse(readJson(path));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new Error(`${path}: ${issue.path.join(".") || "file"}: ${issue.message}`);
}
