import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../base/i18n/i18n.ts";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { defineTable, useTable } from "../../ui/table/use-table.ts";
import { keyOfRejected, rejectedColumns } from "./rejected-columns.tsx";
import { useReasonTexts } from "./use-reason-texts.ts";
import "./rejected.css";

const rejectedList = defineTable({
  name: "rejected",
  endpoint: endpoints.device.rejected,
  // Another list of the page has the plain names.
  prefix: "rejected",
});

/** Rejected reports of a gateway, each with its reason and content: nothing is dropped silently. */
export function RejectedReports({ device: { deviceId, sn, timeZone } }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(rejectedList, { deviceId });
  const formatReason = useReasonTexts();
  const columns = useMemo(
    () => rejectedColumns({ formatReason, timeZone, tag }),
    [formatReason, timeZone, tag],
  );
  const counts = table.list.data?.counts ?? [];
  return (
    <>
      {counts.length > 0 && (
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
        exportName={t("rejected.of", { sn })}
        emptyState={<EmptyState icon="check" title={t("rejected.none")} text={t("rejected.noneText")} />}
      />
    </>
  );
}
