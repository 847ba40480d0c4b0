import type { Device } from "@heliograph/contract";

/** Where a device is, or what it is called. */
export const nameOf = ({ slotLabel, alias, sn }: Pick<Device, "slotLabel" | "alias" | "sn">): string =>
  slotLabel || alias || sn;
