import type { PlantNeed, PlantPart } from "@heliograph/contract";

/** How an account stands to a plant; `public` is anyone's look at a plant its owner made public. */
export type PlantLevel = "owner" | "administrator" | "installer" | "participant" | "public";

/** A plant as resolved for one call: its ids, and how the caller stands to it. */
export interface PlantAccess {
  readonly plantId: string;
  readonly plantKey: number;
  readonly level: PlantLevel;
  /** A participant's grant says whether it may operate; the levels above may. */
  readonly mayOperate: boolean;
  /** What of the plant is kept from the caller: by its settings from a participant, all but its energy from the public. */
  readonly hiddenParts: readonly PlantPart[];
  /** Set when the level comes of nothing but a grant: then nothing the caller gives outlives it. */
  readonly grant?: { readonly grantId: string; readonly endsAt: Date | null };
}

const order: readonly PlantLevel[] = ["public", "participant", "installer", "administrator", "owner"];

/** The highest of several levels, undefined for none. */
export function highestLevel(levels: readonly PlantLevel[]): PlantLevel | undefined {
  return order.findLast((level) => levels.includes(level));
}

const needs: Record<PlantNeed, (access: PlantAccess) => boolean> = {
  read: () => true,
  operate: ({ level, mayOperate }) => (level === "participant" ? mayOperate : level !== "public"),
  install: ({ level }) => level === "installer" || level === "administrator" || level === "owner",
  administer: ({ level }) => level === "administrator" || level === "owner",
  own: ({ level }) => level === "owner",
};

export function isLevelEnough(access: PlantAccess, need: PlantNeed): boolean {
  return needs[need](access);
}
