import type { StationRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { MessageKey } from "../../../shared/base/i18n/i18n.ts";
import type { Column } from "../../../shared/ui/table/column.ts";
import { titleOf } from "../../../shared/ui/table/column.ts";
import type { PlantListTable } from "../plant-list.ts";

type State = PlantListTable["state"];
type Order = State["order"];

export const URGENCY = "status";

/** What a card shows, so what cards are sorted by. */
const CARD_SORTS: readonly string[] = [
  URGENCY,
  "name",
  "powerW",
  "efficiency",
  "energyTodayKwh",
  "earningsToday",
  "specificYieldKwhPerKwp",
  "openAlarms",
  "installedCapacityKwp",
  "createdAt",
  "updatedAt",
];

/** The columns of energies are named by their period alone. */
const titles: Readonly<Record<string, MessageKey>> = {
  energyTodayKwh: "figure.energyToday",
  energyMonthKwh: "figure.energyMonth",
  energyYearKwh: "figure.energyYear",
  energyTotalKwh: "figure.energyTotal",
};

type Kind = "text" | "time" | "number";

const kinds: Readonly<Record<string, Kind>> = {
  number: "text",
  name: "text",
  createdAt: "time",
  updatedAt: "time",
};
const kindOf = (sort: string): Kind => kinds[sort] ?? "number";

/** The order that a sort begins with: what users look for is on top. */
export const firstOrderOf = (sort: string): Order => (kindOf(sort) === "text" ? "asc" : "desc");

/** What cards can be sorted by, and what they are sorted by now. */
export const listCardSorts = (columns: readonly Column<StationRow>[], current: string | undefined) =>
  columns.filter(({ key }) => CARD_SORTS.includes(key) || key === current);

export const sortTitle = (t: TFunction, column: Column<StationRow>): string => {
  const title = titles[column.key];
  return title === undefined ? titleOf(column, t) : t(title);
};

/** A direction in the words of what is sorted: of texts A–Z, of numbers the highest first. */
export const directionText = (t: TFunction, sort: string, order: Order): string =>
  t(`plantList.direction.${kindOf(sort)}.${order}`);
