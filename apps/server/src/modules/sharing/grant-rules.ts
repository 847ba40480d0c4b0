import type { BodyOf, endpoints, FieldProblem } from "@heliograph/contract";
import type { PlantAccess } from "../access/access.service.ts";

type ShareBody = Pick<BodyOf<typeof endpoints.sharing.share>, "level" | "endsAt">;

/** The owner, and those whose company the plant is in; an administrator by a grant invites participants only. */
export const makesAdministrators = ({ grant }: PlantAccess): boolean => grant === undefined;

/** Until when what is given holds: never longer than the giver's own grant, whose end it gets when none is named. */
export function decideEnd(
  giver: PlantAccess,
  { level, endsAt: wanted }: ShareBody,
  now: number,
): { endsAt: Date | null; fields: FieldProblem[] } {
  const fields: FieldProblem[] = [];
  if (level === "administrator" && !makesAdministrators(giver))
    fields.push({ path: "level", key: "field.ownerMakesAdministrators" });
  const latest = giver.grant?.endsAt ?? null;
  if (wanted === undefined) return { endsAt: latest, fields };
  const endsAt = new Date(wanted);
  if (endsAt.getTime() <= now) fields.push({ path: "endsAt", key: "field.future" });
  else if (latest !== null && endsAt > latest) fields.push({ path: "endsAt", key: "field.afterOwnEnd" });
  return { endsAt, fields };
}
