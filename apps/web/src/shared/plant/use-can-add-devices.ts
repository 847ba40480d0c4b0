import type { StationDetail } from "@heliograph/contract";
import { useCan } from "../auth/allowed.tsx";

/** Whether the user's access to the plant is that of its installer or more. */
export const isInstallLevel = ({ level }: StationDetail): boolean =>
  level !== "participant" && level !== "public";

/** Whether the user may add devices to the plant, which is done on the page of its devices. */
export function useCanAddDevices(plant: StationDetail): boolean {
  const mayAdd = useCan("device:add") === true;
  const mayRead = useCan("device:read") === true;
  return mayAdd && mayRead && isInstallLevel(plant) && !plant.hiddenParts.includes("devices");
}
