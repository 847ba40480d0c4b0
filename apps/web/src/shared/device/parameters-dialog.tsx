import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/parameters.set";
import type { Device, DeviceParameters } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../form/form-dialog.tsx";
import {
  changedValues,
  findUnchanged,
  parameterFields,
  parameterLayout,
  reportedValues,
} from "./parameter-rules.ts";
import { useWords } from "./use-words.ts";

interface ParametersDialogProps {
  readonly device: Device;
  readonly parameters: DeviceParameters;
  readonly onClose: () => void;
}

/** Sets the parameters of one device within the ranges of its model, starting from what it reported last; only changes are sent. */
export function ParametersDialog({ device: { deviceId, sn }, parameters, onClose }: ParametersDialogProps) {
  const { t } = useTranslation();
  const words = useWords();
  // A press that is repeated because its reply was lost is the same command.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // What is reported meanwhile does not change what is being typed.
  const [rows] = useState(parameters.rows);
  const form = useMemo(
    () => ({ fields: parameterFields(rows), sentences: schema.sentences, initial: reportedValues(rows) }),
    [rows],
  );
  const hasUnread = rows.some(({ isReadOnly, reported }) => !isReadOnly && reported === null);
  return (
    <FormDialog
      title={t("commands.parameters.dialogTitle", { sn })}
      endpoint={endpoints.parameters.set}
      schema={form}
      fields={parameterLayout(rows, words)}
      initial={{ values: form.initial }}
      fixed={{ deviceId, idempotencyKey }}
      findConflicts={(values) => findUnchanged(rows, values)}
      formatBody={(body) => ({ ...body, values: changedValues(rows, body.values) })}
      note={() => hasUnread && <p className="parameters-unread">{t("commands.parameters.unread")}</p>}
      submitText={t("commands.parameters.send")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
