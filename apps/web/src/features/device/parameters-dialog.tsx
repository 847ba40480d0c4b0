import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/parameters.set";
import type { Device } from "@heliograph/contract";
import { MCON_PARAMETERS } from "@heliograph/contract/mcon-parameters";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DeviceParameters } from "../../shared/commands/command-texts.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";

interface ParametersDialogProps {
  readonly device: Device;
  readonly parameters: DeviceParameters;
  readonly onClose: () => void;
}

const { heartbeat, otaInterval, repeatAlarm, mosTimeout, alarmPolling } = MCON_PARAMETERS;
const fields = {
  "values.heartbeat": { labelKey: "commands.parameter.heartbeat", unit: heartbeat.unit },
  "values.otaInterval": { labelKey: "commands.parameter.otaInterval", unit: otaInterval.unit },
  "values.repeatAlarm": { labelKey: "commands.parameter.repeatAlarm", unit: repeatAlarm.unit },
  "values.mosTimeout": {
    labelKey: "commands.parameter.mosTimeout",
    hintKey: "commands.parameters.mosHint",
    unit: mosTimeout.unit,
  },
  "values.alarmPolling": { labelKey: "commands.parameter.alarmPolling", unit: alarmPolling.unit },
} as const;

/** Sets the parameters of one MCON, starting from what it reported last. */
export function ParametersDialog({ device: { deviceId, sn }, parameters, onClose }: ParametersDialogProps) {
  const { t } = useTranslation();
  // A press that is repeated because its reply was lost is the same command.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const reported = Object.fromEntries(
    parameters.rows
      .filter(({ name, reported: value }) => name in MCON_PARAMETERS && typeof value === "number")
      .map(({ name, reported: value }) => [name, value]),
  );
  return (
    <FormDialog
      title={t("commands.parameters.dialogTitle", { sn })}
      endpoint={endpoints.parameters.set}
      schema={schema}
      fields={fields}
      initial={{ values: reported }}
      fixed={{ deviceId, idempotencyKey }}
      submitText={t("commands.parameters.send")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
