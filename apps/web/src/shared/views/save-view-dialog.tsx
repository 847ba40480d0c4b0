import { schema } from "virtual:form/plantView.save";
import type { BodyInputOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useChange } from "../api/queries.ts";
import { toast } from "../base/toast.ts";
import { FormDialog } from "../form/form-dialog.tsx";
import type { FormValues } from "../form/values.ts";
import type { SavedView, ViewCalls } from "./view-calls.ts";

interface SaveViewDialogProps {
  readonly calls: ViewCalls;
  readonly views: readonly SavedView[];
  readonly shown: Pick<SavedView, "kind" | "query" | "columns">;
  readonly onClose: () => void;
}

/** Saves what the list shows under a name; the name of another view replaces that one. */
export function SaveViewDialog({ calls, views, shown, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const save = useChange(calls.save, { refusalIn: "form" });
  const findReplaced = (name: unknown) => views.find((view) => view.name === String(name ?? "").trim());
  const fields = {
    name: {
      labelKey: "listViews.viewName",
      hintKey: ({ name }: FormValues) =>
        findReplaced(name) === undefined ? "listViews.viewHint" : "listViews.viewReplaced",
    },
    isDefault: { labelKey: "listViews.openFirst" },
  } as const;

  async function send(body: BodyInputOf<ViewCalls["save"]>) {
    const viewId = findReplaced(body.name)?.viewId;
    const data = await save.mutateAsync({ ...body, ...(viewId !== undefined && { viewId }) });
    toast("success", t("listViews.viewSaved", { name: body.name.trim() }));
    return data;
  }

  return (
    <FormDialog
      title={t("listViews.saveView")}
      endpoint={calls.save}
      schema={schema}
      fields={fields}
      initial={{ isDefault: false }}
      fixed={shown}
      send={send}
      submitText={t("listViews.save")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
