import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/correction.add";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import { DayInput } from "../../shared/ui/form/date-inputs.tsx";
import type { CorrectionSettings } from "./automatic-card.tsx";

interface CorrectionFormProps {
  readonly stationId: string;
  readonly settings: CorrectionSettings;
  readonly onClose: () => void;
}

/** Enters the energy of a day that is over; the server's limits are shown while the day is chosen. */
export function CorrectionForm({ stationId, settings, onClose }: CorrectionFormProps) {
  const { t } = useTranslation();
  const { firstDay, lastDay } = settings;
  return (
    <FormDialog
      title={t("corrections.add")}
      endpoint={endpoints.correction.add}
      schema={schema}
      fields={{
        // First, since the day is filled in: the field with the focus is the one to type in.
        energyKwh: {
          labelKey: "corrections.form.energy",
          hintKey: "corrections.form.energyHint",
          unit: "kWh",
        },
        day: {
          labelKey: "corrections.form.day",
          hintKey: "corrections.form.dayHint",
          render: ({ value, onChange, attributes }) => (
            <DayInput
              value={typeof value === "string" ? value : ""}
              onChange={onChange}
              attributes={attributes}
              min={firstDay}
              max={lastDay}
            />
          ),
        },
      }}
      initial={{ day: lastDay }}
      fixed={{ stationId }}
      submitText={t("corrections.save")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
