interface PlantEnergy {
  readonly updatedAt: string | null;
  readonly energyTotalKwh: number | null;
}

/** Whether a plant has never reported: its figures are missing, not zero. Hidden energies do not count. */
export const isWithoutReports = ({ updatedAt, energyTotalKwh }: PlantEnergy): boolean =>
  updatedAt === null && (energyTotalKwh ?? 0) === 0;
