/** Power as per cent of the installed capacity: what the contract's `efficiency` holds. Null without power or capacity. */
export function getEfficiencyPct(powerW: number | null, installedCapacityKwp: number): number | null {
  return powerW === null || installedCapacityKwp === 0 ? null : powerW / (installedCapacityKwp * 10);
}
