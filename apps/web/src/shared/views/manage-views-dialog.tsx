import { MAX_LIST_VIEW_NAME } from "@heliograph/contract/list-view-limits";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { useChange } from "../api/queries.ts";
import { askConfirm, askText } from "../ui/dialog/asking.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import type { SavedView, ViewCalls } from "./view-calls.ts";
import "../ui/table/data-table.css";

/** The refusal is a toast already. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

interface ManageViewsDialogProps {
  readonly calls: ViewCalls;
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

/** Renames and deletes saved views, and chooses the one that is opened first. */
export function ManageViewsDialog({ calls, views, onClose }: ManageViewsDialogProps) {
  const { t } = useTranslation();
  const save = useChange(calls.save);
  const remove = useChange(calls.delete);

  const change = async (view: SavedView, values: Partial<SavedView>): Promise<void> => {
    await save.mutateAsync({ ...view, ...values }).catch(ignoreRefusal);
  };

  async function rename(view: SavedView): Promise<void> {
    const name = await askText({
      title: t("listViews.renameView", { name: view.name }),
      label: t("listViews.viewName"),
      initial: view.name,
      maxLength: MAX_LIST_VIEW_NAME,
    });
    if (name !== undefined && name !== view.name) await change(view, { name });
  }

  async function drop({ viewId, name }: SavedView): Promise<void> {
    const result = await askConfirm({
      title: t("listViews.deleteViewTitle", { name }),
      text: t("listViews.deleteViewText"),
      confirmText: t("listViews.deleteView"),
      kind: "danger",
    });
    if (result === "confirm") await remove.mutateAsync({ viewId }).catch(ignoreRefusal);
  }

  return (
    <Dialog title={t("listViews.manageViews")} onClose={onClose}>
      {views.length === 0 ? (
        <p>{t("listViews.noViews")}</p>
      ) : (
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">{t("listViews.viewName")}</th>
              <th scope="col">{t("listViews.openFirst")}</th>
              <th scope="col">{t("listViews.viewActions")}</th>
            </tr>
          </thead>
          <tbody>
            {views.map((view) => (
              <tr key={view.viewId}>
                <td data-wrapped="true">{view.name}</td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={t("listViews.openViewFirst", { name: view.name })}
                    checked={view.isDefault}
                    onChange={({ target }) => void change(view, { isDefault: target.checked })}
                  />
                </td>
                <td>
                  <button
                    type="button"
                    className="button"
                    data-kind="quiet"
                    aria-label={t("listViews.renameView", { name: view.name })}
                    onClick={() => void rename(view)}
                  >
                    {t("listViews.rename")}
                  </button>
                  <button
                    type="button"
                    className="button"
                    data-kind="quiet"
                    aria-label={t("listViews.deleteNamed", { name: view.name })}
                    onClick={() => void drop(view)}
                  >
                    {t("listViews.deleteView")}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.close")}
        </button>
      </div>
    </Dialog>
  );
}
