import type { Device } from "@heliograph/contract";

type Measured = Pick<Device, "powerW" | "communicationStatus">;
type Oriented = Measured & Pick<Device, "tiltDeg" | "azimuthDeg">;

/** A power that differs from the median of its peers by more than this share of it is marked. */
export const NOTABLE_SHARE = 0.1;

const isAlike = (one: Oriented, other: Oriented): boolean =>
  one.tiltDeg === other.tiltDeg && one.azimuthDeg === other.azimuthDeg;

/**
 * The median that each device is compared with, W: that of the devices with its orientation, since the sides of a roof have
 * their sun at different hours; that of all where too few have it.
 */
export function findPeerMedians<Row extends Oriented>(devices: readonly Row[]): Map<Row, number | null> {
  const ofAll = findMedianPower(devices);
  return new Map(
    devices.map((device) => [
      device,
      findMedianPower(devices.filter((other) => isAlike(device, other))) ?? ofAll,
    ]),
  );
}

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
