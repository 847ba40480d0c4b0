import type { Access, DataInputOf, Language, PermissionId, PlantNeed, StationOp } from "@heliograph/contract";
import { endpoints, say, stationOp } from "@heliograph/contract";
import type { PlantAccess, Scope } from "../access/access.service.ts";
import { isLevelEnough } from "../access/access.service.ts";

type Verdicts = DataInputOf<typeof endpoints.permission.checkStationOp>;

interface Rule {
  readonly node: PermissionId;
  readonly need: PlantNeed;
}

/** What a call asks for, read where it is declared. */
function ruleOf({ access: { who, scope } }: { access: Access }): Rule {
  if (typeof who === "string" || scope.kind !== "plant")
    throw new Error("the call names no right on a plant");
  return { node: who[0], need: scope.level };
}

/** The rule of each operation whose call is in the contract. An operation without a call is not available to anyone. */
const rules: { readonly [Op in StationOp]?: Rule } = {
  edit: ruleOf(endpoints.station.update),
  share: ruleOf(endpoints.sharing.share),
  transfer: ruleOf(endpoints.sharing.transfer),
};

const because = { operate: "op.operate", administer: "op.administer", own: "op.own" } as const;

/** Whether the caller may perform each operation on a plant, and the reason where not (R7.11). */
export function checkStationOps(scope: Scope, plant: PlantAccess, language: Language): Verdicts {
  const verdictOn = (rule: Rule | undefined) => {
    if (!rule) return { allowed: false, reason: say(language, "op.unavailable") };
    const { node, need } = rule;
    if (!isLevelEnough(plant, need))
      return { allowed: false, reason: say(language, because[need as keyof typeof because]) };
    if (!scope.isSuper && !scope.permissionIds.has(node))
      return { allowed: false, reason: say(language, "op.role") };
    return { allowed: true };
  };
  return Object.fromEntries(stationOp.options.map((op) => [op, verdictOn(rules[op])])) as Verdicts;
}
