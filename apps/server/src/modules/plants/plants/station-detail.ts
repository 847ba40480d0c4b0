import type { Coverage, PlantPart, Tariff } from "@heliograph/contract";
import { plantPart } from "@heliograph/contract";
import type { CurrentEnergies } from "../../energy/metering/metering.service.ts";
import type { PlantState } from "../plant-overview/plant-overview.service.ts";
import { roundPlaceOf } from "../plant-overview/rough-place.service.ts";
import type { FieldPart, PLANT_FIELDS, PlantFields } from "./plant-fields.ts";
import { plantFieldEntries } from "./plant-fields.ts";
import type { PlantRecord } from "./plants.repository.ts";

/** Shares of today's energy by certainty. */
export function coverageToday(energy: CurrentEnergies | undefined, measuredShare: number | null): Coverage {
  return {
    backfilledWh: energy?.backfilledTodayWh ?? 0,
    estimatedWh: energy?.estimatedTodayWh ?? 0,
    implausibleWh: energy?.implausibleTodayWh ?? 0,
    measuredShare,
    resets: energy?.resetsToday ?? 0,
  };
}

/** Start page for accounts in scope, the parts that participants see for who can change them, and those hidden from the caller. */
export function settingFields(
  { settings, isInScope, hiddenParts }: PlantState & PlantRecord,
  canAdminister: boolean,
) {
  const {
    jump = "overview",
    jumpAddress = null,
    participantSees = plantPart.options,
    participantsOperate = true,
  } = settings;
  return {
    jump: isInScope ? jump : ("overview" as const),
    jumpAddress: isInScope && jump === "address" ? jumpAddress : null,
    participantSees: canAdminister ? [...participantSees] : null,
    participantsOperate: canAdminister ? participantsOperate : null,
    hiddenParts: [...hiddenParts],
  };
}

/** Parts of the plant that fields besides its own belong to. */
const PART_OF = {
  tariff: "earnings",
  ownerId: "contacts",
  ownerName: "contacts",
  companyName: "contacts",
  installerCompanyName: "contacts",
} as const;

type OwnPartField = {
  [K in keyof PlantFields]: (typeof PLANT_FIELDS)[K] extends { part: FieldPart } ? K : never;
}[keyof PlantFields];
type DetailSource = PlantState & PlantRecord & { tariff: Tariff | null };
type PartField = OwnPartField | keyof typeof PART_OF;

const partFields: [PartField, FieldPart][] = [
  ...plantFieldEntries.flatMap(([name, { part }]): [PartField, FieldPart][] =>
    part === undefined ? [] : [[name as OwnPartField, part]],
  ),
  ...(Object.entries(PART_OF) as [PartField, PlantPart][]),
];

/**
 * Fields that belong to a part of the plant, and its place: null, or rounded, for who sees the plant only because it is
 * public or from whom the part is hidden.
 */
export function visibleFields(plant: DetailSource) {
  const isShown = (part: FieldPart) =>
    plant.isInScope && (part === "basics" || !plant.hiddenParts.includes(part));
  const fields = Object.fromEntries(
    partFields.map(([name, part]) => [name, isShown(part) ? plant[name] : null]),
  ) as { [K in PartField]: DetailSource[K] | null };
  const { latitude, longitude } = isShown("contacts") ? plant : roundPlaceOf(plant);
  return { ...fields, latitude, longitude };
}
