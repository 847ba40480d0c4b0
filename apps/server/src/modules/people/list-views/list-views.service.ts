import type { DeviceView, PlantView } from "@heliograph/contract";
import { deviceViewQuery, MAX_LIST_VIEWS, plantViewQuery } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { lockAccount } from "../accounts/accounts.service.ts";
import type { StoredView, ViewOwner } from "./list-views.repository.ts";
import { deleteView, listViews, writeView } from "./list-views.repository.ts";

export type ListViews = ReturnType<typeof createListViews>;

interface List<Query> {
  readonly name: ViewOwner["list"];
  /** The query of a stored view as the contract allows it now; undefined when it does not. */
  readonly readQuery: (stored: unknown) => Query | undefined;
}

type Input = Omit<StoredView, "viewId"> & { readonly viewId?: string | undefined };

/** Saved views of one list; each account reads and changes its own only. */
function createViewService<Query extends object>(db: Db, { name, readQuery }: List<Query>) {
  const ownerOf = (scope: Scope): ViewOwner => ({ accountId: scope.accountId as string, list: name });

  return {
    async list(scope: Scope) {
      const views = await listViews(db, ownerOf(scope));
      const rows = views.map((view) => ({ ...view, query: readQuery(view.query) ?? ({} as Query) }));
      return { rows, total: rows.length };
    },

    /** Throws A0111 for a name of another view, A0404 for a view the account does not have, A0440 for one too many. */
    async save(scope: Scope, { viewId, ...view }: Input): Promise<{ viewId: string }> {
      const owner = ownerOf(scope);
      return await db.transaction().execute(async (trx) => {
        // Serializes the saves of an account: its views are counted, and one of them is the default.
        const account = await lockAccount(trx, owner.accountId, "no key update");
        if (!account || account.isCancelled) throw new AppError("A0201");
        const views = await listViews(trx, owner);
        if (viewId !== undefined && !views.some((each) => each.viewId === viewId))
          throw new AppError("A0404");
        if (views.some((each) => each.name === view.name && each.viewId !== viewId))
          throw new AppError("A0111");
        if (viewId === undefined && views.length >= MAX_LIST_VIEWS)
          throw new AppError("A0440", {
            messageKey: "message.tooManyListViews",
            params: { max: MAX_LIST_VIEWS },
          });
        const written = await writeView(trx, owner, { ...view, viewId });
        if (written === undefined) throw new AppError("A0404");
        return { viewId: written };
      });
    },

    /** Throws A0404 for a view the account does not have. */
    async delete(scope: Scope, viewId: string): Promise<null> {
      if (!(await deleteView(db, ownerOf(scope), viewId))) throw new AppError("A0404");
      return null;
    },
  };
}

/** Saved views of the plant list and of the data list. */
export function createListViews({ db }: { db: Db }) {
  return {
    plants: createViewService<PlantView["query"]>(db, {
      name: "plants",
      readQuery: (stored) => plantViewQuery.safeParse(stored).data,
    }),
    devices: createViewService<DeviceView["query"]>(db, {
      name: "devices",
      readQuery: (stored) => deviceViewQuery.safeParse(stored).data,
    }),
  };
}
