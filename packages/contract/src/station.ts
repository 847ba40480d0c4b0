import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { MAX_CAPACITY_KWP } from "./plant-limits.ts";
import { plantJump, plantPart } from "./plant-settings.ts";
import {
  asDecimal,
  clearable,
  decimal,
  email,
  id,
  instant,
  line,
  listOf,
  paging,
  phone,
  plantDay,
  requiredLine,
} from "./primitives.ts";
import { publicRead } from "./station-access.ts";
import { coverage, meteringLevel } from "./station-energy.ts";
import { plantStatus, plantStatusReason } from "./status.ts";
import { statusAlarm } from "./status-alarm.ts";

const because = (key: MessageKey) => ({ error: key });

/** Price of a kilowatt hour as decimal text, as stored; negative where feeding in costs money. */
const price = z
  .string()
  .regex(/^-?\d{1,6}(\.\d{1,6})?$/, because("field.price"))
  .meta(asDecimal);

const time = z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)$|^24:00$/, because("field.quarterHour"));

const hasMethod = (input: unknown): boolean =>
  typeof input === "object" && input !== null && "method" in input && Boolean(input.method);

/** R3.8, R5.6: fixed, or time-based with at least one period; start and end are multiples of 15 minutes. */
export const tariff = z.discriminatedUnion(
  "method",
  [
    z.strictObject({ method: z.literal("fixed"), price }),
    z.strictObject({
      method: z.literal("time"),
      periods: z
        .array(z.strictObject({ start: time, end: time, price }))
        .min(1)
        .max(96),
    }),
  ],
  { error: ({ input }) => (hasMethod(input) ? undefined : ("choose.pricingMethod" satisfies MessageKey)) },
);
export type Tariff = z.output<typeof tariff>;

const visibility = z.enum(["concealed", "public"]);

/** A coordinate. What is no number and what is out of range are one error to the user (R5.14). */
const degrees = (max: number, key: MessageKey) =>
  z.number(because(key)).min(-max, because(key)).max(max, because(key));

/** Fields of a plant that can be changed later. */
const editable = {
  name: requiredLine(120),
  /** Kept to the watt. */
  installedCapacityKwp: z.number().min(0.001).max(MAX_CAPACITY_KWP),
  gridConnectionDate: plantDay,
  installer: line(120),
  /** Company that gets the access of an installer to the plant; needs the permission to share plants. */
  installerCompanyId: id,
  email: email.or(z.literal("")),
  currency: z.string(because("field.choose")).regex(/^[A-Z]{3}$/, because("field.currency")),
  investmentAmount: decimal,
  tariff,
  personInCharge: requiredLine(80),
  phone,
  address: line(240),
  latitude: degrees(90, "field.latitude"),
  longitude: degrees(180, "field.longitude"),
  visibility,
  /** Of a picture uploaded before; a plant has at most one (R5.7), and a new one replaces it. */
  pictureId: id,
  /**
   * Days of the plant start at its midnight. Once a device was added or energy is measured, another zone needs the day from
   * which it holds; the day before ends where that day begins.
   */
  timeZone: z.string().min(1).max(64),
} as const;

/** Input of a plant; units in the names, money as decimal text. */
export const stationInput = z.strictObject({
  ...editable,
  installer: editable.installer.default(""),
  email: editable.email.default(""),
  investmentAmount: editable.investmentAmount.optional(),
  address: editable.address.default(""),
  latitude: editable.latitude.optional(),
  longitude: editable.longitude.optional(),
  pictureId: editable.pictureId.optional(),
  installerCompanyId: editable.installerCompanyId.optional(),
  visibility: visibility.default("concealed"),
  /** Metering level; modules by default. */
  meteringLevel: meteringLevel.default("module"),
  /** Another account as owner; needs a permission. */
  ownerId: id.optional(),
});
export type StationInput = z.input<typeof stationInput>;

/** Only what changes; null clears a value. The metering level is a dated fact and not edited here. */
export const stationChange = z
  .strictObject(editable)
  .partial()
  .extend({
    stationId: id,
    /** Revision of the plant as it was read: a different current one means that another user has changed it. */
    revision: z.string().regex(/^\d{1,20}$/),
    installer: clearable(editable.installer),
    email: clearable(editable.email),
    address: clearable(editable.address),
    investmentAmount: editable.investmentAmount.nullable().optional(),
    latitude: editable.latitude.nullable().optional(),
    longitude: editable.longitude.nullable().optional(),
    pictureId: editable.pictureId.nullable().optional(),
    installerCompanyId: editable.installerCompanyId.nullable().optional(),
    /** Day of the plant from which the tariff is valid; today by default, and 366 days ahead at most. */
    tariffFrom: plantDay.optional(),
    /** The tariff may begin on a past day, the first one with a price at the earliest: earnings since then are computed again. */
    revaluesPast: z.boolean().optional(),
    /**
     * Day of the plant from which `timeZone` (the current one by default) holds, instead of all zones that held from that
     * day: the grid connection date at the earliest, and 366 days ahead at most. Needed to change the zone of a plant with
     * `hasDatedZone`; without, the zone has always held. The zone of the day before withdraws a change.
     */
    timeZoneFrom: plantDay.optional(),
  })
  .refine(({ tariff: changed, tariffFrom }) => tariffFrom === undefined || changed !== undefined, {
    path: ["tariff"],
    error: "field.required" satisfies MessageKey,
  });
export type StationChange = z.input<typeof stationChange>;

export const stationRow = z.object({
  stationId: id,
  /** Number, currency and creation day are null for callers who see the plant only because it is public. */
  number: z.string().nullable(),
  name: z.string(),
  status: plantStatus,
  /** The reason for the status; null for callers who see the plant only because it is public. */
  statusReason: plantStatusReason.nullable(),
  /** The alarm that decides the status; null where none does, and where alarms are hidden from the caller. */
  alarm: statusAlarm.nullable(),
  /** The units are silent because the sun is low, whatever else the status says; false for plants that are offline, shut down or waiting. */
  isAsleep: z.boolean(),
  /** The sun is below the horizon at the plant, whatever its status; false where its place is not known. */
  isNight: z.boolean(),
  /** The sunrise that ends the night; null by day, where the place is not known, and in polar nights. */
  sunriseAt: instant.nullable(),
  pictureId: id.nullable(),
  powerW: z.number().nullable(),
  /** Per cent of the installed capacity. */
  efficiency: z.number().nullable(),
  /** Energies are null where they are hidden from participants. */
  energyTodayKwh: z.number().nullable(),
  energyMonthKwh: z.number().nullable(),
  energyYearKwh: z.number().nullable(),
  energyTotalKwh: z.number().nullable(),
  /** The energies are partial for now: reports that arrived late are being counted. */
  isUpdating: z.boolean(),
  /** Energy of today in kWh per kWp of the installed capacity. */
  specificYieldKwhPerKwp: z.number().nullable(),
  /** Earnings of today in `currency`, decimal text; null where they are hidden, and for callers who see the plant only because it is public. */
  earningsToday: z.string().nullable(),
  /** The earnings contain energy measured on the DC side, converted by a factor. */
  isEarningsEstimated: z.boolean(),
  /** Unresolved alarms, as the bell counts them; null where the caller may not view the plant's alarms. */
  openAlarms: z.int().min(0).nullable(),
  /**
   * Energy as a share of the expected energy on the complete days of home's trend, 1 for all of it. Only in a list that is
   * sorted by it; null where no expected energy is known, and where energies are hidden.
   */
  expectedShare: z.number().nullable().optional(),
  /** What the energy is compared with: the irradiance that was measured on all of these days, else a clear sky. */
  expectedFrom: z.enum(["irradiance", "clear-sky"]).nullable().optional(),
  /** In natural order; none for callers who see the plant only because it is public. */
  tags: z.array(z.string()),
  installedCapacityKwp: z.number(),
  timeZone: z.string(),
  currency: z.string().nullable(),
  visibility,
  createdAt: instant.nullable(),
  /** Last report of any gateway of the plant. */
  updatedAt: instant.nullable(),
});
export type StationRow = z.output<typeof stationRow>;

/** What is missing in home's figures of a plant, or what they say of today's energy: each is a count or a share there. */
export const plantGap = z.enum([
  "coordinates",
  // Its energy is visible, and its time zone, such as UTC, belongs to no country.
  "country",
  // Its energy is visible, and its country has no factor.
  "co2-factor",
  "hidden-energy",
  "hidden-earnings",
  "hidden-alarms",
  "estimated",
  "backfilled",
  "implausible",
]);
export type PlantGap = z.output<typeof plantGap>;

/** A word that users attach to plants to find them again. */
export const plantTag = requiredLine(40);

const capacityLimit = z.number().min(0).max(MAX_CAPACITY_KWP).optional();
/** The same as a parameter of an address. */
const capacityParameter = z.coerce.number<number>().min(0).max(MAX_CAPACITY_KWP).optional();

/** What a list of plants is sorted by and limited to. */
export const plantListing = {
  sort: z
    .enum([
      "number",
      "status",
      "name",
      "powerW",
      "efficiency",
      "energyTodayKwh",
      "energyMonthKwh",
      "energyYearKwh",
      "energyTotalKwh",
      "specificYieldKwhPerKwp",
      // By currency, then by amount: amounts of different currencies are not compared.
      "earningsToday",
      "openAlarms",
      // Plants without expected energy come last in both orders.
      "expectedShare",
      "installedCapacityKwp",
      "createdAt",
      "updatedAt",
    ])
    .default("createdAt"),
  search: line(120).optional(),
  status: plantStatus.optional(),
  companyId: id.optional(),
  /** Name of the installer as entered, or of the installer company. */
  installer: line(120).optional(),
  /** That of the plant's time zone, ISO 3166-1. */
  country: line(2).optional(),
  tag: line(40).optional(),
  /** Of plants whose earnings are visible to the caller, ISO 4217. */
  currency: line(3).optional(),
  gap: plantGap.optional(),
  /** Installed capacity, both limits included. */
  minCapacityKwp: capacityLimit,
  maxCapacityKwp: capacityLimit,
} as const;

export const listStations = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/list",
  summary: "The caller's plants with live power and energies (R3.9)",
  access: { who: "anonymous", accountsNeed: ["station:read"], scope: { kind: "in-scope" } },
  duringMaintenance: true,
  query: z.object({
    ...paging,
    ...plantListing,
    minCapacityKwp: capacityParameter,
    maxCapacityKwp: capacityParameter,
  }),
  data: listOf(stationRow),
  errors: ["A0230", "A0400"],
});

export const listStationChoices = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/choices",
  summary: "Filter values of the caller's plants: companies, installers, countries, tags and currencies",
  access: { who: ["station:read"], scope: { kind: "in-scope" } },
  data: z.object({
    /** Companies and installers of plants whose contacts are visible to the caller. */
    companies: z.array(z.object({ companyId: id, companyName: z.string() })),
    installers: z.array(z.string()),
    /** ISO 3166-1, of the plants' time zones. */
    countries: z.array(z.string().length(2)),
    tags: z.array(z.string()),
    /** Of plants whose earnings are visible to the caller, ISO 4217. */
    currencies: z.array(z.string()),
  }),
  errors: ["A0230", "A0300"],
});

/**
 * Fields beyond the row are null for an anonymous session (domain: Anonymous); coordinates are then rounded to 0.1°. Fields
 * hidden from participants by the plant's settings are null as well.
 */
export const stationDetail = stationRow.extend({
  gridConnectionDate: plantDay.nullable(),
  installer: z.string().nullable(),
  email: z.string().nullable(),
  investmentAmount: z.string().nullable(),
  /** In force today. */
  tariff: tariff.nullable(),
  personInCharge: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ownerId: id.nullable(),
  ownerName: z.string().nullable(),
  companyName: z.string().nullable(),
  installerCompanyId: id.nullable(),
  installerCompanyName: z.string().nullable(),
  meteringLevel,
  /** Which side the counted figures are on. */
  side: z.enum(["AC", "DC"]),
  reportIntervalS: z.int().nullable(),
  coverageToday: coverage.nullable(),
  /** The plant's own calendar day now, and the first day with data. */
  today: plantDay,
  firstDay: plantDay.nullable(),
  /**
   * Sunrise and sunset of that day, and the sunrise of the next one, at the coordinates as the caller sees them; null
   * without coordinates and where the sun stays up or down.
   */
  sun: z.object({ sunriseAt: instant, sunsetAt: instant, nextSunriseAt: instant }).nullable(),
  gatewayCount: z.int().nullable(),
  onlineGatewayCount: z.int().nullable(),
  unitCount: z.int().nullable(),
  /** Start page of the plant, and the external link it may be. */
  jump: plantJump,
  jumpAddress: z.string().nullable(),
  /** Null for callers who do not administer the plant. */
  participantSees: z.array(plantPart).nullable(),
  /** Whether participants may operate the plant where their grant says so; null for callers who cannot change it. */
  participantsOperate: z.boolean().nullable(),
  /** Parts hidden from the caller: their fields are null, and calls for them are refused. */
  hiddenParts: z.array(plantPart),
  /** Relation of the caller to the plant. */
  level: z.enum(["owner", "administrator", "installer", "participant", "public"]),
  /** Whether the caller may change the plant's fields. */
  mayEdit: z.boolean(),
  /** Changes with every change of the plant's own fields; null for callers who may change none. */
  revision: z.string().nullable(),
  /** Fields that can no longer be changed because figures depend on them. */
  fixedFields: z.array(z.enum(["gridConnectionDate", "currency"])),
  /** Time zones with the day from which each holds, in order; null for the first. `timeZone` is the current one. */
  zones: z.array(z.object({ fromDay: plantDay.nullable(), timeZone: z.string() })),
  /**
   * Whether figures follow the plant's days, so that another time zone needs the day from which it holds; false for callers
   * who do not administer the plant.
   */
  hasDatedZone: z.boolean(),
});
export type StationDetail = z.output<typeof stationDetail>;

export const getStation = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/detail",
  summary: "One plant",
  access: publicRead,
  duringMaintenance: true,
  query: z.object({ stationId: id }),
  data: stationDetail,
  errors: ["A0230", "A0400", "A0404"],
});

export const addStation = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/add",
  summary: "Add a plant; the caller owns it unless another owner is given",
  access: { who: ["station:add"], scope: { kind: "none" } },
  body: stationInput,
  data: z.object({ stationId: id, number: z.string() }),
  errors: ["A0300", "A0400", "A0404"],
  invalidates: [
    "/workData/powerStation/list",
    "/workData/powerStation/choices",
    "/index/overview",
    "/index/map",
    "/index/co2",
  ],
});

export const updateStation = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/update",
  summary:
    "Change fields of a plant; a changed tariff is valid from a given day, which is past only where past earnings are to change, a changed time zone from a given day",
  access: {
    who: ["station:edit"],
    scope: { kind: "plant", level: "administer", by: { stationId: "stationId" } },
  },
  body: stationChange,
  data: z.object({ stationId: id, revision: z.string() }),
  errors: ["A0300", "A0400", "A0404", "A0440"],
  invalidates: [
    "/workData/powerStation/list",
    "/workData/powerStation/choices",
    "/workData/powerStation/detail",
    "/workData/powerStation/tariffs",
    "/workData/powerStation/curve",
    "/workData/powerStation/energy",
    "/workData/powerStation/typicalCurve",
    "/workData/powerStation/performance",
    "/workData/powerStation/figureChanges",
    "/workData/powerStation/earnings",
    "/workData/powerStation/compare",
    "/workData/device/list",
    "/index/overview",
    "/index/map",
    "/index/co2",
    "/index/earnings",
    "/index/earnings/periods",
    "/index/earnings/plants",
  ],
});

export const listTariffs = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/tariffs",
  summary: "Tariffs of a plant by the day from which each is valid, the newest first",
  access: {
    who: ["station:read"],
    scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "earnings" },
  },
  query: z.object({ stationId: id }),
  data: listOf(
    z.object({
      validFrom: plantDay,
      tariff,
      /** In effect today. */
      isInForce: z.boolean(),
    }),
  ),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
