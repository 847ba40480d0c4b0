import { endpoints } from "virtual:endpoints";
import type { PlantView } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { queryOf } from "../../../shared/api/queries.ts";
import { readPrefs, writePrefs } from "../../../shared/base/theme/prefs.ts";
import { sessionStore } from "../../../shared/session/current-session.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Menu } from "../../../shared/ui/menu/menu.tsx";
import type { PlantListTable } from "../plant-list.ts";
import { ManageViewsDialog } from "./manage-views-dialog.tsx";
import { SaveViewDialog } from "./save-view-dialog.tsx";
import { toViewAddress, toViewQuery } from "./view-query.ts";

interface PlantViewsProps {
  readonly table: PlantListTable;
  readonly kind: PlantView["kind"];
  /** A view was opened: its columns are to be read again. */
  readonly onOpen: (kind: PlantView["kind"]) => void;
}

/** The session that has seen its default view: later the address alone says what is shown. */
let startedSession: string | undefined;

/** Saved views of the plant list: open, save, rename, delete, and the one that is opened first. */
export function PlantViews({ table, kind, onOpen }: PlantViewsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [dialog, setDialog] = useState<"save" | "manage">();
  const { data } = useQuery(queryOf(endpoints.plantView.list));
  const views = data?.rows ?? [];

  function open(view: PlantView, isReplaced = false): void {
    writePrefs({ plantView: view.kind, columns: { ...readPrefs().columns, [table.name]: view.columns } });
    void navigate(toViewAddress(view), { replace: isReplaced });
    onOpen(view.kind);
  }

  const start = useEffectEvent((loaded: readonly PlantView[]) => {
    const session = sessionStore.read()?.id;
    if (startedSession === session) return;
    startedSession = session;
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
        label={t("plantList.views")}
        button={
          <>
            <Icon name="eye" />
            {t("plantList.views")}
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
                onClick={() => {
                  close();
                  open(view);
                }}
              >
                {view.name}
                {view.isDefault && <span className="note">{t("plantList.isDefault")}</span>}
              </button>
            ))}
            <button
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                setDialog("save");
              }}
            >
              {t("plantList.saveView")}
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
                {t("plantList.manageViews")}
              </button>
            )}
          </>
        )}
      </Menu>
      {dialog === "save" && (
        <SaveViewDialog
          views={views}
          shown={{
            kind,
            query: toViewQuery(table.state, table.initial),
            columns: readPrefs().columns?.[table.name] ?? {},
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === "manage" && <ManageViewsDialog views={views} onClose={() => setDialog(undefined)} />}
    </span>
  );
}
