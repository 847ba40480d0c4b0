import type { StationDetail } from "@heliograph/contract";
import { useCan } from "../auth/allowed.tsx";
import { isInstallLevel } from "./use-can-add-devices.ts";

/** Whether the user may place the plant's devices on the roof. */
export function useCanEditLayout(plant: StationDetail): boolean {
  const mayEdit = useCan("device:edit") === true;
  return mayEdit && isInstallLevel(plant) && !plant.hiddenParts.includes("layout");
}
