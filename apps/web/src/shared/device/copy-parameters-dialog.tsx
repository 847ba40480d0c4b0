import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/parameters.copy";
import type { Device } from "@heliograph/contract";
import { MAX_COPY_TARGETS } from "@heliograph/contract/parameter-limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../api/queries.ts";
import type { MessageKey } from "../base/i18n/i18n.ts";
import { CommandDrawer } from "../commands/command-drawer.tsx";
import { useLiveCommands } from "../commands/use-live-commands.ts";
import { FormDialog } from "../form/form-dialog.tsx";
import type { FormValues } from "../form/values.ts";
import { SearchSelect } from "../ui/form/pick/search-select.tsx";

interface CopyParametersDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

function findConflicts({ toDeviceIds }: FormValues): Readonly<Record<string, MessageKey>> {
  const { length } = Array.isArray(toDeviceIds) ? toDeviceIds : [];
  if (length === 0) return { toDeviceIds: "commands.parameters.chooseTargets" };
  return length > MAX_COPY_TARGETS ? { toDeviceIds: "commands.parameters.tooManyTargets" } : {};
}

/**
 * Copies the reported parameters of one MCON to at most 10 others behind its gateway (R5.11), and then shows what becomes of it
 * at each of them.
 */
export function CopyParametersDialog({ device, onClose }: CopyParametersDialogProps) {
  const { t } = useTranslation();
  const { deviceId, sn, stationId, type, parentId } = device;
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [sentId, setSentId] = useState<string>();
  if (sentId !== undefined) return <SentCopy device={device} commandId={sentId} onClose={onClose} />;
  return (
    <FormDialog
      title={t("commands.parameters.copyTitle", { sn })}
      endpoint={endpoints.parameters.copy}
      schema={schema}
      fields={{
        toDeviceIds: {
          labelKey: "commands.parameters.targets",
          hintKey: "commands.parameters.targetsHint",
          render: (control) => (
            <SearchSelect
              control={control}
              endpoint={endpoints.device.list}
              query={{ stationId: stationId ?? "", type, sort: "sn" }}
              toOption={(row) => ({
                value: row.deviceId,
                label: row.slotLabel === "" ? row.sn : `${row.sn} · ${row.slotLabel}`,
              })}
              isOption={(row) => row.deviceId !== deviceId && row.parentId === parentId}
              isMultiple
            />
          ),
        },
      }}
      initial={{ toDeviceIds: [] }}
      findConflicts={findConflicts}
      fixed={{ deviceId, idempotencyKey }}
      submitText={t("commands.parameters.copySend")}
      onClose={onClose}
      onDone={({ commandId }) => setSentId(commandId)}
    />
  );
}

interface SentCopyProps {
  readonly device: Device;
  readonly commandId: string;
  readonly onClose: () => void;
}

function SentCopy({ device: { stationId, timeZone }, commandId, onClose }: SentCopyProps) {
  // A device whose parameters can be copied is in a plant.
  const plant = { stationId: stationId ?? "" };
  useLiveCommands(plant.stationId);
  const { data } = useQuery(queryOf(endpoints.command.get, { ...plant, commandId }));
  if (data === undefined) return null;
  return <CommandDrawer {...plant} timeZone={timeZone} row={data} onClose={onClose} />;
}
