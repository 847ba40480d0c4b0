import type { Device } from "@heliograph/contract";

type Measured = Pick<Device, "powerW" | "communicationStatus">;

/** Median of the latest powers of devices that are online, W; null with fewer than three, which have no middle. */
export function findMedianPower(devices: readonly Measured[]): number | null {
  const powers = devices
    .flatMap(({ powerW, communicationStatus }) =>
      powerW === null || communicationStatus === "offline" ? [] : [powerW],
    )
    .sort((one, other) => one - other);
  if (powers.length < 3) return null;
  const middle = Math.floor(powers.length / 2);
  const upper = powers[middle] as number;
  return powers.length % 2 === 1 ? upper : ((powers[middle - 1] as number) + upper) / 2;
}

/** Share of the median that a power differs by: -0.2 is 20 % less. Null without a median above zero. */
export const findDifference = (powerW: number | null, medianW: number | null): number | null =>
  powerW === null || medianW === null || medianW <= 0 ? null : powerW / medianW - 1;
