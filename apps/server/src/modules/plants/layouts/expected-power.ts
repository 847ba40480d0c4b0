import type { DataInputOf, endpoints, LayoutGroup } from "@heliograph/contract";
import type { MeteringService, ModulePlane } from "../../energy/metering/metering.service.ts";

type Expected = DataInputOf<typeof endpoints.layout.expected>;

/** The different planes of groups, and the plane of each group. */
export function listPlanes(groups: readonly Pick<LayoutGroup, "tiltDeg" | "azimuthDeg">[]) {
  const planes: ModulePlane[] = [];
  const numbers = new Map<string, number>();
  const ofGroups = groups.map(({ tiltDeg, azimuthDeg }) => {
    const name = `${tiltDeg}/${azimuthDeg}`;
    const known = numbers.get(name) ?? planes.push({ tiltDeg, azimuthDeg }) - 1;
    numbers.set(name, known);
    return known;
  });
  return { planes, ofGroups };
}

const toTenths = (powerW: number | null): number | null =>
  powerW === null ? null : Math.round(powerW * 10) / 10;

/** The expected power of the planes of groups, as the console reads it. */
export function toExpected(
  ofGroups: readonly number[],
  { from, fromAt, stepMs, powersW }: Awaited<ReturnType<MeteringService["expectedPlanes"]>>,
): Expected {
  return {
    from,
    fromAt,
    stepS: stepMs / 1000,
    groups: [...ofGroups],
    planes: powersW.map((powers) => powers.map(toTenths)),
  };
}
