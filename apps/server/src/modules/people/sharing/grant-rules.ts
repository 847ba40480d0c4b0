import type { BodyOf, endpoints, FieldProblem } from "@heliograph/contract";
import type { PlantAccess } from "../../base/access/plant-access.ts";

type ShareBody = Pick<BodyOf<typeof endpoints.sharing.share>, "level" | "endsAt">;

/** The owner and accounts of the plant's company; an administrator by a grant shares with participants only. */
export const canShareAsAdministrator = ({ grant }: PlantAccess): boolean => grant === undefined;

/** The end of a new grant: at most that of the sharing account's own grant, which is also the default. */
export function decideEnd(
  sharer: PlantAccess,
  { level, endsAt: wanted }: ShareBody,
  now: number,
): { endsAt: Date | null; fields: FieldProblem[] } {
  const fields: FieldProblem[] = [];
  if (level === "administrator" && !canShareAsAdministrator(sharer))
    fields.push({ path: "level", key: "field.ownerMakesAdministrators" });
  const latest = sharer.grant?.endsAt ?? null;
  if (wanted === undefined) return { endsAt: latest, fields };
  const endsAt = new Date(wanted);
  if (endsAt.getTime() <= now) fields.push({ path: "endsAt", key: "field.future" });
  else if (latest !== null && endsAt > latest) fields.push({ path: "endsAt", key: "field.afterOwnEnd" });
  return { endsAt, fields };
}
