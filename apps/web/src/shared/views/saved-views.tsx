import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { queryOf } from "../api/queries.ts";
import { readPrefs, writePrefs } from "../base/theme/prefs.ts";
import { sessionStore } from "../session/current-session.ts";
import { Icon } from "../ui/content/icon.tsx";
import { Menu } from "../ui/menu/menu.tsx";
import type { TableModel } from "../ui/table/use-table.ts";
import { ManageViewsDialog } from "./manage-views-dialog.tsx";
import { SaveViewDialog } from "./save-view-dialog.tsx";
import type { SavedView, ViewCalls } from "./view-calls.ts";
import { isSameQuery, toViewAddress, toViewQuery } from "./view-query.ts";

type Table = Pick<TableModel<unknown>, "name" | "state" | "initial" | "isFiltered">;

interface SavedViewsProps {
  readonly table: Table;
  readonly calls: ViewCalls;
  /** Of the list's page. */
  readonly path: string;
  /** Filters that are numbers in the contract, and text in the address. */
  readonly numbers?: ReadonlySet<string>;
  /** How the rows are shown now; a list without a choice has only a table. */
  readonly kind?: SavedView["kind"];
  /** A view was opened: its columns are to be read again. */
  readonly onOpen: (kind: SavedView["kind"]) => void;
}

/** For each list, the session that has seen its default view: later the address alone says what is shown. */
const startedSessions = new Map<string, string | undefined>();
const NONE: ReadonlySet<string> = new Set();

/** Saved views of a list: open, save, rename, delete, and the one that is opened first. */
export function SavedViews({ table, calls, path, numbers = NONE, kind, onOpen }: SavedViewsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [dialog, setDialog] = useState<"save" | "manage">();
  const { data } = useQuery(queryOf(calls.list));
  const views = data?.rows ?? [];
  const shownQuery = toViewQuery(table.state, { initial: table.initial, numbers });

  function open(view: SavedView, isReplaced = false): void {
    writePrefs({
      columns: { ...readPrefs().columns, [table.name]: view.columns },
      ...(kind !== undefined && { plantView: view.kind }),
    });
    const address = toViewAddress(path, kind === undefined ? { query: view.query } : view);
    void navigate(address, { replace: isReplaced });
    onOpen(view.kind);
  }

  const start = useEffectEvent((loaded: readonly SavedView[]) => {
    const session = sessionStore.read()?.id;
    if (startedSessions.get(path) === session) return;
    startedSessions.set(path, session);
    const first = loaded.find(({ isDefault }) => isDefault);
    const isPlain = !table.isFiltered && !["sort", "order", "page", "view"].some((name) => params.has(name));
    if (first !== undefined && isPlain) open(first, true);
  });
  const rows = data?.rows;
  useEffect(() => {
    if (rows !== undefined) start(rows);
  }, [rows]);

  return (
    <span className="table-tool">
      <Menu
        label={t("listViews.views")}
        button={
          <>
            <Icon name="eye" />
            {t("listViews.views")}
          </>
        }
      >
        {(close) => (
          <>
            {views.map((view) => (
              <button
                key={view.viewId}
                type="button"
                className="menu-item"
                aria-pressed={isSameQuery(view.query, shownQuery)}
                onClick={() => {
                  close();
                  open(view);
                }}
              >
                {view.name}
                {view.isDefault && <span className="note">{t("listViews.isDefault")}</span>}
              </button>
            ))}
            {views.length > 0 && <hr className="menu-line" />}
            <button
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                setDialog("save");
              }}
            >
              {t("listViews.saveView")}
            </button>
            {views.length > 0 && (
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  close();
                  setDialog("manage");
                }}
              >
                {t("listViews.manageViews")}
              </button>
            )}
          </>
        )}
      </Menu>
      {dialog === "save" && (
        <SaveViewDialog
          calls={calls}
          views={views}
          shown={{
            kind: kind ?? "table",
            query: shownQuery,
            columns: readPrefs().columns?.[table.name] ?? {},
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === "manage" && (
        <ManageViewsDialog calls={calls} views={views} onClose={() => setDialog(undefined)} />
      )}
    </span>
  );
}
