import type { BodyOf, DataInputOf, endpoints } from "@heliograph/contract";
import { MAX_PLANT_VIEWS, plantViewQuery } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { lockAccount } from "../../people/accounts/accounts.service.ts";
import { deleteView, listViews, writeView } from "./plant-views.repository.ts";

type Area = (typeof endpoints)["plantView"];

export type PlantViewService = ReturnType<typeof createPlantViewService>;

/** Saved views of the plant list; each account reads and changes its own only. */
export function createPlantViewService({ db }: { db: Db }) {
  const accountOf = (scope: Scope): string => scope.accountId as string;

  return {
    async list(scope: Scope): Promise<DataInputOf<Area["list"]>> {
      const views = await listViews(db, accountOf(scope));
      const rows = views.map((view) => ({ ...view, query: plantViewQuery.safeParse(view.query).data ?? {} }));
      return { rows, total: rows.length };
    },

    /** Throws A0111 for a name of another view, A0404 for a view the account does not have, A0440 for one too many. */
    async save(scope: Scope, { viewId, ...view }: BodyOf<Area["save"]>): Promise<{ viewId: string }> {
      const accountId = accountOf(scope);
      return await db.transaction().execute(async (trx) => {
        // Serializes the saves of an account: its views are counted, and one of them is the default.
        const account = await lockAccount(trx, accountId, "no key update");
        if (!account || account.isCancelled) throw new AppError("A0201");
        const views = await listViews(trx, accountId);
        if (viewId !== undefined && !views.some((each) => each.viewId === viewId))
          throw new AppError("A0404");
        if (views.some((each) => each.name === view.name && each.viewId !== viewId))
          throw new AppError("A0111");
        if (viewId === undefined && views.length >= MAX_PLANT_VIEWS)
          throw new AppError("A0440", {
            messageKey: "message.tooManyPlantViews",
            params: { max: MAX_PLANT_VIEWS },
          });
        const written = await writeView(trx, accountId, { ...view, viewId });
        if (written === undefined) throw new AppError("A0404");
        return { viewId: written };
      });
    },

    /** Throws A0404 for a view the account does not have. */
    async delete(scope: Scope, viewId: string): Promise<void> {
      if (!(await deleteView(db, accountOf(scope), viewId))) throw new AppError("A0404");
    },
  };
}
