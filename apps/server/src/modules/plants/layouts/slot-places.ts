import type { SlotPlace } from "../../devices/placements/placements.service.ts";
import type { NewGroup } from "./layouts.repository.ts";

/** The place of each slot of a layout: of one that is in several cells, the first. */
export function listSlotPlaces(groups: readonly NewGroup[]): SlotPlace[] {
  const places = new Map<string, SlotPlace>();
  for (const group of groups) {
    const angle = (group.rotationDeg * Math.PI) / 180;
    for (const { row, column, slotId, pole = null } of group.cells) {
      if (slotId === null || places.has(slotId)) continue;
      const [right, down] = [(column + 0.5) * group.moduleWidthM, (row + 0.5) * group.moduleHeightM];
      places.set(slotId, {
        slotId,
        groupName: group.name,
        xM: group.xM + right * Math.cos(angle) - down * Math.sin(angle),
        yM: group.yM + right * Math.sin(angle) + down * Math.cos(angle),
        rotationDeg: group.rotationDeg,
        tiltDeg: group.tiltDeg,
        azimuthDeg: group.azimuthDeg,
        polePosition: pole,
      });
    }
  }
  return [...places.values()];
}
