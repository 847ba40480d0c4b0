import type { StationDetail } from "@heliograph/contract";
import { useCan } from "../auth/allowed.tsx";

/** Whether the user may add devices to the plant, which is done on the page of its devices. */
export function useCanAddDevices({ level, hiddenParts }: StationDetail): boolean {
  const mayAdd = useCan("device:add") === true;
  const mayRead = useCan("device:read") === true;
  const isMember = level !== "participant" && level !== "public";
  return mayAdd && mayRead && isMember && !hiddenParts.includes("devices");
}
