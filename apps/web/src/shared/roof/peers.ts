import type { Layout } from "./geometry.ts";

/** Number of the peers of each unit: units of its type on the same plane. Units without a place are peers by type. */
export function findPeers({ groups, units, cells }: Layout): number[] {
  const planes = new Map<number, string>();
  for (const [index, unit] of cells.unit.entries()) {
    const group = groups[cells.group[index]!]!;
    planes.set(unit, `${group.tiltDeg}/${group.azimuthDeg}`);
  }
  const numbers = new Map<string, number>();
  return units.map(({ type }, unit) => {
    const name = `${type}/${planes.get(unit) ?? ""}`;
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    return numbers.get(name)!;
  });
}
