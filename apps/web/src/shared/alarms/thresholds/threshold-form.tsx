import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/alarmThreshold.set";
import { schema as plantSchema } from "virtual:form/alarmThreshold.setOfPlant";
import type { AlarmSeverity } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { dropPath } from "../../api/queries.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { FormDialog } from "../../form/form-dialog.tsx";
import type { FormValues } from "../../form/values.ts";
import { durationText } from "../duration-text.ts";
import { THRESHOLD_UNITS, useThresholdName } from "./threshold-names.ts";
import { ThresholdPreview } from "./threshold-preview.tsx";
import type { ShownThreshold } from "./threshold-table.tsx";

interface ThresholdFormProps {
  readonly row: ShownThreshold;
  /** Without one, the default of the type is changed. */
  readonly stationId?: string;
  readonly onClose: () => void;
}

/** Changes a limit of a device type, or of a plant. */
export function ThresholdForm({ row, stationId, onClose }: ThresholdFormProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const nameOf = useThresholdName();
  const { deviceType, quantity, side, revision } = row;
  const unit = THRESHOLD_UNITS[quantity];
  const fields = {
    isOn: { labelKey: "thresholds.column.isOn", isWide: true },
    raiseValue: { labelKey: "thresholds.column.raise", unit },
    clearValue: {
      labelKey: "thresholds.column.clear",
      hintKey: side === "high" ? "thresholds.clearBelow" : "thresholds.clearAbove",
      unit,
    },
    delayS: { labelKey: "thresholds.column.delay", hintKey: "thresholds.delayHint", unit: delayUnit },
    severity: {
      labelKey: "thresholds.column.severity",
      isWide: true,
      sayChoice: (severity: string) => t(`status.${severity as AlarmSeverity}`),
    },
  } as const;
  /** Seconds, and what they are in minutes, as the list of limits shows them. */
  function delayUnit({ delayS }: FormValues): string {
    const seconds = Number(delayS);
    return seconds >= 60 && Number.isInteger(seconds) ? `s = ${durationText(seconds, tag)}` : "s";
  }
  // Someone else may have changed it: what is on screen afterwards is what the server has.
  function leave(): void {
    const list =
      stationId === undefined ? endpoints.alarmThreshold.list : endpoints.alarmThreshold.listOfPlant;
    void dropPath(list.path);
    onClose();
  }
  const fixed = { deviceType, quantity, side, revision };
  const shared = {
    title: nameOf(row),
    fields,
    initial: row,
    submitText: t("thresholds.save"),
    note: (values: FormValues): ReactNode => (
      <ThresholdPreview limit={row} stationId={stationId} values={values} />
    ),
    onDone: onClose,
    onClose: leave,
    isPaired: true,
  };
  if (stationId === undefined)
    return <FormDialog {...shared} endpoint={endpoints.alarmThreshold.set} schema={schema} fixed={fixed} />;
  return (
    <FormDialog
      {...shared}
      endpoint={endpoints.alarmThreshold.setOfPlant}
      schema={plantSchema}
      fixed={{ ...fixed, stationId }}
    />
  );
}
