import type { StationRow } from "@heliograph/contract";

/** Figures of a plant that has never reported are missing, not zero. */
export const isWithoutReports = ({ updatedAt, energyTotalKwh }: StationRow): boolean =>
  updatedAt === null && energyTotalKwh === 0;
