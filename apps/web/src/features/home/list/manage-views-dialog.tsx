import { endpoints } from "virtual:endpoints";
import type { PlantView } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../shared/api/api-error.ts";
import { useChange } from "../../../shared/api/queries.ts";
import { askConfirm, askText } from "../../../shared/ui/dialog/asking.ts";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";

const MAX_NAME_LENGTH = 60;

/** The refusal is a toast already. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

interface ManageViewsDialogProps {
  readonly views: readonly PlantView[];
  readonly onClose: () => void;
}

/** Renames and deletes saved views, and chooses the one that is opened first. */
export function ManageViewsDialog({ views, onClose }: ManageViewsDialogProps) {
  const { t } = useTranslation();
  const save = useChange(endpoints.plantView.save);
  const remove = useChange(endpoints.plantView.delete);

  const change = async (view: PlantView, values: Partial<PlantView>): Promise<void> => {
    await save.mutateAsync({ ...view, ...values }).catch(ignoreRefusal);
  };

  async function rename(view: PlantView): Promise<void> {
    const name = await askText({
      title: t("plantList.renameView", { name: view.name }),
      label: t("plantList.viewName"),
      initial: view.name,
      maxLength: MAX_NAME_LENGTH,
    });
    if (name !== undefined && name !== view.name) await change(view, { name });
  }

  async function drop({ viewId, name }: PlantView): Promise<void> {
    const result = await askConfirm({
      title: t("plantList.deleteViewTitle", { name }),
      text: t("plantList.deleteViewText"),
      confirmText: t("plantList.deleteView"),
      kind: "danger",
    });
    if (result === "confirm") await remove.mutateAsync({ viewId }).catch(ignoreRefusal);
  }

  return (
    <Dialog title={t("plantList.manageViews")} onClose={onClose}>
      {views.length === 0 ? (
        <p>{t("plantList.noViews")}</p>
      ) : (
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">{t("plantList.viewName")}</th>
              <th scope="col">{t("plantList.openFirst")}</th>
              <th scope="col">{t("plantList.viewActions")}</th>
            </tr>
          </thead>
          <tbody>
            {views.map((view) => (
              <tr key={view.viewId}>
                <td data-wrapped="true">{view.name}</td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={t("plantList.openViewFirst", { name: view.name })}
                    checked={view.isDefault}
                    onChange={({ target }) => void change(view, { isDefault: target.checked })}
                  />
                </td>
                <td>
                  <button
                    type="button"
                    className="button"
                    data-kind="quiet"
                    aria-label={t("plantList.renameView", { name: view.name })}
                    onClick={() => void rename(view)}
                  >
                    {t("plantList.rename")}
                  </button>
                  <button
                    type="button"
                    className="button"
                    data-kind="quiet"
                    aria-label={t("plantList.deleteNamed", { name: view.name })}
                    onClick={() => void drop(view)}
                  >
                    {t("plantList.deleteView")}
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
