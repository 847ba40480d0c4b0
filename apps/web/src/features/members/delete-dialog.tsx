import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/station.delete";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";

interface DeleteDialogProps {
  readonly stationId: string;
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Deletes the plant after its name was typed. */
export function DeleteDialog({ stationId, name, onDone, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t("deletion.title", { name })}
      endpoint={endpoints.station.delete}
      schema={schema}
      fields={{ name: { labelKey: "deletion.name", hintKey: "deletion.text" } }}
      initial={{}}
      fixed={{ stationId }}
      submitText={t("deletion.submit")}
      submitKind="danger"
      onDone={onDone}
      onClose={onClose}
    />
  );
}
