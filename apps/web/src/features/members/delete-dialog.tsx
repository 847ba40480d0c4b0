import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/station.delete";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import { giveUpPlant } from "../../shared/plant/given-up-plants.ts";

interface DeleteDialogProps {
  readonly stationId: string;
  readonly name: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Deletes the plant after its name was typed. */
export function DeleteDialog({ stationId, name, onDone, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const deletion = useChange(endpoints.station.delete, { refusalIn: "form" });
  return (
    <FormDialog
      title={t("deletion.title", { name })}
      endpoint={endpoints.station.delete}
      schema={schema}
      fields={{ name: { labelKey: "deletion.name", hintKey: "deletion.text" } }}
      initial={{}}
      fixed={{ stationId }}
      // As the server compares, which asks for the password first.
      findConflicts={({ name: typed }) => ({
        ...(String(typed).trim() !== name.trim() && { name: "deletion.nameDiffers" }),
      })}
      send={(body) => giveUpPlant(stationId, () => deletion.mutateAsync(body))}
      submitText={t("deletion.submit")}
      submitKind="danger"
      onDone={onDone}
      onClose={onClose}
    />
  );
}
