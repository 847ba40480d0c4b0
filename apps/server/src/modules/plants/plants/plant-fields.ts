import type { BodyOf, endpoints, PlantPart } from "@heliograph/contract";

type UpdateBody = BodyOf<typeof endpoints.station.update>;

/** The plant's own fields that the editor changes; the tariff has versions of its own. */
export type PlantFields = {
  [K in keyof Omit<
    UpdateBody,
    "stationId" | "revision" | "tariff" | "tariffFrom" | "revaluesPast" | "timeZoneFrom"
  >]-?: Exclude<UpdateBody[K], undefined>;
};

/** "basics" is what everyone sees who does not see the plant merely because it is public. */
export type FieldPart = PlantPart | "basics";

interface PlantField {
  readonly column: string;
  /** SQL type in which the column is read, where it differs from its own. */
  readonly readAs?: "float8";
  /** SQL type in which the value is written, where the driver's text does not say it. */
  readonly writeAs?: "date" | "uuid";
  /** Null in the detail for callers from whom this part is hidden; a field without a part is visible to everyone. */
  readonly part?: FieldPart;
}

/** Column and visibility of each field. Reading, adding and changing a plant follow it: a new field is one entry here. */
export const PLANT_FIELDS = {
  name: { column: "name" },
  installedCapacityKwp: { column: "installed_capacity_kwp", readAs: "float8" },
  gridConnectionDate: { column: "grid_connection_date", writeAs: "date", part: "basics" },
  installer: { column: "installer", part: "contacts" },
  installerCompanyId: { column: "installer_company_id", writeAs: "uuid", part: "contacts" },
  email: { column: "email", part: "contacts" },
  currency: { column: "currency" },
  investmentAmount: { column: "investment_amount", part: "earnings" },
  personInCharge: { column: "person_in_charge", part: "contacts" },
  phone: { column: "phone", part: "contacts" },
  address: { column: "address", part: "contacts" },
  latitude: { column: "latitude" },
  longitude: { column: "longitude" },
  visibility: { column: "visibility" },
  timeZone: { column: "time_zone" },
  pictureId: { column: "picture_id", writeAs: "uuid" },
} as const satisfies Record<keyof PlantFields, PlantField>;

/** Names and definitions of all fields, in one order. */
export const plantFieldEntries = Object.entries(PLANT_FIELDS) as [keyof PlantFields, PlantField][];
