import type { StationRow } from "@heliograph/contract";

/** Whether a plant has never reported: its figures are missing, not zero. Hidden energies do not count. */
export const isWithoutReports = ({
  updatedAt,
  energyTotalKwh,
}: Pick<StationRow, "updatedAt" | "energyTotalKwh">): boolean =>
  updatedAt === null && (energyTotalKwh ?? 0) === 0;
