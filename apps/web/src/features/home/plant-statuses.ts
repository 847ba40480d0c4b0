import type { PlantStatus } from "@heliograph/contract";

export type { PlantStatus };

// The compiler holds the list complete: each key of the contract must be here, and no other.
const statuses: Record<PlantStatus, true> = {
  normal: true,
  warning: true,
  alarm: true,
  fault: true,
  offline: true,
  waiting: true,
  "shut-down": true,
};

export const plantStatuses = Object.keys(statuses) as readonly PlantStatus[];
