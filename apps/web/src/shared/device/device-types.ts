import type { DeviceType } from "@heliograph/contract";

/** Device types in the order in which they are offered. */
export const deviceTypes = ["DCON", "SCON", "MCON", "OPT", "RSD"] as const satisfies readonly DeviceType[];
