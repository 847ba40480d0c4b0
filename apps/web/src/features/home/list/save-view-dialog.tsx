import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/plantView.save";
import type { BodyInputOf, PlantView } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useChange } from "../../../shared/api/queries.ts";
import { toast } from "../../../shared/base/toast.ts";
import { FormDialog } from "../../../shared/form/form-dialog.tsx";
import type { FormValues } from "../../../shared/form/values.ts";

interface SaveViewDialogProps {
  readonly views: readonly PlantView[];
  readonly shown: Pick<PlantView, "kind" | "query" | "columns">;
  readonly onClose: () => void;
}

/** Saves what the list shows under a name; the name of another view replaces that one. */
export function SaveViewDialog({ views, shown, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const save = useChange(endpoints.plantView.save, { refusalIn: "form" });
  const findReplaced = (name: unknown) => views.find((view) => view.name === String(name ?? "").trim());
  const fields = {
    name: {
      labelKey: "plantList.viewName",
      hintKey: ({ name }: FormValues) =>
        findReplaced(name) === undefined ? "plantList.viewHint" : "plantList.viewReplaced",
    },
    isDefault: { labelKey: "plantList.openFirst" },
  } as const;

  async function send(body: BodyInputOf<typeof endpoints.plantView.save>) {
    const viewId = findReplaced(body.name)?.viewId;
    const data = await save.mutateAsync({ ...body, ...(viewId !== undefined && { viewId }) });
    toast("success", t("plantList.viewSaved", { name: body.name.trim() }));
    return data;
  }

  return (
    <FormDialog
      title={t("plantList.saveView")}
      endpoint={endpoints.plantView.save}
      schema={schema}
      fields={fields}
      initial={{ isDefault: false }}
      fixed={shown}
      send={send}
      submitText={t("plantList.save")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
