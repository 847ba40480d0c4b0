import type { MaintenancePhase, MaintenanceRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import type { StatusVariant } from "../../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import type { OnOpen } from "./maintenance-cells.tsx";
import { RowActions, RowSwitch } from "./maintenance-cells.tsx";

const variants: Readonly<Record<MaintenancePhase, StatusVariant>> = {
  off: "inactive",
  scheduled: "scheduled",
  announced: "warning",
  running: "stopped",
  over: "done",
};

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The columns of R3.18, and what can be done with a row. */
export function maintenanceColumns(
  t: TFunction,
  tag: string,
  onOpen: OnOpen,
): readonly Column<MaintenanceRow>[] {
  const moment = (at: string): string => formatDateTime(Date.parse(at), viewerZone, tag);
  return [
    {
      key: "name",
      titleKey: "maintenance.column.name",
      isHideable: false,
      isWrapped: true,
      render: ({ name }) => <strong className="maintenance-name">{name}</strong>,
      exportValue: ({ name }) => name,
    },
    {
      key: "kind",
      titleKey: "maintenance.column.kind",
      render: ({ kind }) => t(`maintenance.kind.${kind}`),
      exportValue: ({ kind }) => kind,
    },
    {
      key: "previewAt",
      titleKey: "maintenance.column.preview",
      render: ({ previewAt }) => moment(previewAt),
      exportValue: ({ previewAt }) => previewAt,
    },
    {
      key: "serviceStopAt",
      titleKey: "maintenance.column.stop",
      render: ({ serviceStopAt }) => moment(serviceStopAt),
      exportValue: ({ serviceStopAt }) => serviceStopAt,
    },
    {
      key: "serviceRestartAt",
      titleKey: "maintenance.column.restart",
      render: ({ serviceRestartAt }) => moment(serviceRestartAt),
      exportValue: ({ serviceRestartAt }) => serviceRestartAt,
    },
    {
      key: "phase",
      titleKey: "maintenance.column.phase",
      render: ({ phase }) => <StatusMark variant={variants[phase]} text={t(`maintenance.phase.${phase}`)} />,
      exportValue: ({ phase }) => phase,
    },
    {
      key: "isOn",
      titleKey: "maintenance.column.isOn",
      render: (row) => <RowSwitch row={row} />,
      exportValue: ({ isOn }) => isOn,
    },
    {
      key: "lastOperatorName",
      titleKey: "maintenance.column.operator",
      render: ({ lastOperatorName }) => lastOperatorName,
      exportValue: ({ lastOperatorName }) => lastOperatorName,
    },
    {
      key: "updatedAt",
      titleKey: "maintenance.column.updatedAt",
      render: ({ updatedAt }) => moment(updatedAt),
      exportValue: ({ updatedAt }) => updatedAt,
    },
    {
      key: "actions",
      titleKey: "maintenance.column.actions",
      isHideable: false,
      render: (row) => <RowActions row={row} onOpen={onOpen} />,
    },
  ];
}
