import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import { keyOfRejected, rejectedColumns } from "./rejected-columns.tsx";
import { useReasonTexts } from "./use-reason-texts.ts";

const rejectedList = defineTable({
  name: "rejected",
  endpoint: endpoints.device.rejected,
  // The units of the page have the plain names.
  prefix: "rejected",
});

interface RejectedDrawerProps {
  readonly device: Device;
  readonly timeZone: string;
  readonly onClose: () => void;
}

/** Rejected reports of a gateway, each with its reason: nothing is dropped silently. */
export function RejectedDrawer({ device, timeZone, onClose }: RejectedDrawerProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(rejectedList, { deviceId: device.deviceId });
  const formatReason = useReasonTexts();
  const columns = useMemo(
    () => rejectedColumns({ formatReason, timeZone, tag }),
    [formatReason, timeZone, tag],
  );
  const counts = table.list.data?.counts;
  return (
    <Dialog kind="drawer" title={t("rejected.of", { sn: device.sn })} onClose={onClose}>
      {counts !== undefined && counts.length > 0 && (
        <ul className="rejected-counts">
          {counts.map(({ reason, total }) => (
            <li key={reason}>
              {formatReason(reason)} <b className="quantity">{total}</b>
            </li>
          ))}
        </ul>
      )}
      <DataTable
        table={table}
        title={t("rejected.title")}
        columns={columns}
        keyOf={keyOfRejected}
        nameOf={(row) => row.topic}
        exportName={t("rejected.of", { sn: device.sn })}
        emptyState={<EmptyState icon="check" title={t("rejected.none")} text={t("rejected.noneText")} />}
      />
    </Dialog>
  );
}
