import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/correction.add";
import type { BodyInputOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatNumber, formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { DayInput } from "../../shared/ui/form/date-inputs.tsx";
import type { CorrectionSettings } from "./automatic-card.tsx";
import { MeasuredDay, readMeasuredKwh } from "./measured-day.tsx";

/** A day that differs by more is probably a typing error. */
const MAX_FACTOR = 3;

/** Nothing is compared with a day that measured nothing. */
const isNear = (energyKwh: number, measuredKwh: number): boolean =>
  measuredKwh <= 0 || (energyKwh <= measuredKwh * MAX_FACTOR && energyKwh >= measuredKwh / MAX_FACTOR);

interface CorrectionFormProps {
  readonly stationId: string;
  readonly settings: CorrectionSettings;
  readonly onClose: () => void;
}

/** Enters the energy of a day that is over; the server's limits are shown while the day is chosen. */
export function CorrectionForm({ stationId, settings, onClose }: CorrectionFormProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { firstDay, lastDay } = settings;

  /** Whether the energy is meant although it is far from the measured one. */
  async function confirm({ day, energyKwh }: BodyInputOf<typeof endpoints.correction.add>): Promise<boolean> {
    const measuredKwh = await readMeasuredKwh(stationId, day);
    if (measuredKwh === undefined || isNear(energyKwh, measuredKwh)) return true;
    const result = await askConfirm({
      title: t("corrections.form.farTitle"),
      text: t("corrections.form.far", {
        energy: formatNumber(energyKwh, tag, 2),
        share: formatShare(energyKwh / measuredKwh, tag, energyKwh < measuredKwh / 100 ? 1 : 0),
        measured: formatNumber(measuredKwh, tag, 2),
      }),
      confirmText: t("corrections.save"),
    });
    return result === "confirm";
  }

  return (
    <FormDialog
      title={t("corrections.add")}
      endpoint={endpoints.correction.add}
      schema={schema}
      fields={{
        // First, since the day is filled in: the field with the focus is the one to type in.
        energyKwh: {
          labelKey: "corrections.form.energy",
          hint: ({ day, energyKwh }) => (
            <>
              {t("corrections.form.energyHint")}
              <MeasuredDay stationId={stationId} day={String(day)} energyKwh={String(energyKwh)} />
            </>
          ),
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
      confirm={confirm}
      submitText={t("corrections.save")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
