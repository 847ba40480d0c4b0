import type { Firmware } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import { viewerZone } from "../../../shared/logs/moments.ts";
import type { IconName } from "../../../shared/ui/content/icon.tsx";
import { IconButton } from "../../../shared/ui/content/icon-button.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import { formatBytes } from "./format-bytes.ts";

interface Actions {
  readonly t: TFunction;
  readonly tag: string;
  /** Whether the session may change firmware. */
  readonly canPublish: boolean;
  readonly show: (row: Firmware) => void;
  readonly save: (row: Firmware) => void;
  readonly edit: (row: Firmware) => void;
  readonly remove: (row: Firmware) => void;
}

function RowButtons({ row, actions }: { row: Firmware; actions: Actions }) {
  const { t, canPublish, show, save, edit, remove } = actions;
  const { name } = row;
  const button = (icon: IconName, label: string, act: (row: Firmware) => void) => (
    <IconButton icon={icon} label={label} isQuiet onClick={() => act(row)} />
  );
  return (
    <span className="firmware-buttons">
      {button("eye", t("firmware.showOf", { name }), show)}
      {button("download", t("firmware.downloadOf", { name }), save)}
      {canPublish && button("edit", t("firmware.editOf", { name }), edit)}
      {canPublish && button("trash", t("firmware.deleteOf", { name }), remove)}
    </span>
  );
}

/** The columns of R3.12, and what can be done with a row. */
export function firmwareColumns(actions: Actions): readonly Column<Firmware>[] {
  const { t, tag } = actions;
  return [
    {
      key: "name",
      titleKey: "firmware.column.name",
      isHideable: false,
      render: ({ name }) => <span className="mono">{name}</span>,
      exportValue: ({ name }) => name,
    },
    {
      key: "version",
      titleKey: "firmware.column.version",
      render: ({ version }) => version,
      exportValue: ({ version }) => version,
    },
    {
      key: "type",
      titleKey: "firmware.column.type",
      render: ({ type }) => t(`deviceKind.${type}`),
      exportValue: ({ type }) => type,
    },
    {
      key: "sizeBytes",
      titleKey: "firmware.column.size",
      align: "right",
      render: ({ sizeBytes }) => formatBytes(sizeBytes, tag),
      exportValue: ({ sizeBytes }) => sizeBytes,
      exportUnit: "B",
    },
    {
      key: "publisher",
      titleKey: "firmware.column.publisher",
      isTruncated: true,
      render: ({ publisher }) => publisher,
      exportValue: ({ publisher }) => publisher,
    },
    {
      key: "uploadedAt",
      titleKey: "firmware.column.uploadedAt",
      render: ({ uploadedAt }) => formatDateTime(Date.parse(uploadedAt), viewerZone, tag),
      exportValue: ({ uploadedAt }) => uploadedAt,
    },
    {
      key: "permission",
      titleKey: "firmware.column.permission",
      render: ({ permission }) => t(`firmware.permissions.${permission}`),
      exportValue: ({ permission }) => permission,
    },
    {
      key: "actions",
      titleKey: "firmware.column.actions",
      isHideable: false,
      render: (row) => <RowButtons row={row} actions={actions} />,
    },
  ];
}
