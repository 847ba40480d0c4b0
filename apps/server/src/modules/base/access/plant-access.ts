import type { PlantNeed, PlantPart } from "@heliograph/contract";
import type { PlantInScope } from "./in-scope.ts";

/** Access level of an account to a plant; `public` is any account's access to a plant that its owner made public. */
export type PlantLevel = "owner" | "administrator" | "installer" | "participant" | "public";

/** A plant as resolved for one call: its ids, and the caller's access to it. */
export interface PlantAccess extends PlantInScope {
  readonly plantKey: number;
  readonly level: PlantLevel;
  /** Whether a participant may operate the plant, by its grant; higher levels may. */
  readonly mayOperate: boolean;
  /** Parts hidden from the caller: from a participant by the plant's settings, from the public all but the energy. */
  readonly hiddenParts: readonly PlantPart[];
  /** Set if the level comes from a grant only: grants given by the caller then end with it at the latest. */
  readonly grant?: { readonly grantId: string; readonly endsAt: Date | null };
}

/** What is offered to an account: an invitation (or the grant created from it), or a transfer. */
export interface Offer {
  readonly kind: "share" | "transfer";
  readonly id: string;
}

/** Whether the labels of places are blanked for the caller. */
export const hidesLayout = ({ hiddenParts }: Pick<PlantAccess, "hiddenParts">): boolean =>
  hiddenParts.includes("layout");

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
