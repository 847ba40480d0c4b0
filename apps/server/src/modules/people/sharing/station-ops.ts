import type { Access, DataInputOf, Language, PermissionId, PlantNeed, StationOp } from "@heliograph/contract";
import { endpoints, formatMessage, stationOp } from "@heliograph/contract";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Scope } from "../../base/access/scope.ts";

type OpResults = DataInputOf<typeof endpoints.permission.checkStationOp>;

/** Verdicts about operations of switches. */
export type CheckSwitchOps = (
  scope: Scope,
  plant: PlantAccess,
  language: Language,
) => Promise<Partial<OpResults>>;

interface Rule {
  readonly permissionId: PermissionId;
  readonly need: PlantNeed;
}

/** The permission and level that an endpoint requires, from its declaration. */
function ruleOf({ access: { who, scope } }: { access: Access }): Rule {
  if (typeof who === "string" || scope.kind !== "plant")
    throw new Error("the endpoint requires no permission on a plant");
  return { permissionId: who[0], need: scope.level };
}

/** The rule of each operation of this module with an endpoint. An operation without an endpoint is unavailable to every caller. */
const rules: { readonly [Op in StationOp]?: Rule } = {
  edit: ruleOf(endpoints.station.update),
  share: ruleOf(endpoints.sharing.share),
  transfer: ruleOf(endpoints.sharing.transfer),
  delete: ruleOf(endpoints.station.delete),
};

const REASONS = { operate: "op.operate", administer: "op.administer", own: "op.own" } as const;

/** Whether the caller may perform each operation on a plant, and the reason where not (R7.11). */
export function checkStationOps(scope: Scope, plant: PlantAccess, language: Language): OpResults {
  const checkOp = (rule: Rule | undefined) => {
    if (!rule) return { allowed: false, reason: formatMessage(language, "op.unavailable") };
    const { permissionId, need } = rule;
    if (!isLevelEnough(plant, need))
      return { allowed: false, reason: formatMessage(language, REASONS[need as keyof typeof REASONS]) };
    if (!scope.isSuper && !scope.permissionIds.has(permissionId))
      return { allowed: false, reason: formatMessage(language, "op.role") };
    return { allowed: true };
  };
  return Object.fromEntries(stationOp.options.map((op) => [op, checkOp(rules[op])])) as OpResults;
}
