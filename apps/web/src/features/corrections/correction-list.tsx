import { endpoints } from "virtual:endpoints";
import type { Correction, StationDetail } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { dropPath, useChange } from "../../shared/api/queries.ts";
import { formatEnergy } from "../../shared/base/format/numbers.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../shared/ui/table/value-filter.tsx";
import { correctionColumns } from "./correction-columns.tsx";

const correctionTable = defineTable({
  name: "corrections",
  endpoint: endpoints.correction.list,
  sort: "day",
  order: "desc",
  filters: ["mode", "state"],
});

interface CorrectionListProps {
  readonly plant: StationDetail;
  readonly mayChange: boolean;
}

/** The records of R3.17, cancelled ones included. */
export function CorrectionList({ plant, mayChange }: CorrectionListProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId, name, timeZone } = plant;
  const table = useTable(correctionTable, { stationId });
  const { mutate } = useChange(endpoints.correction.cancel);
  const columns = useMemo(() => {
    async function cancel({ correctionId, day, generationWh }: Correction): Promise<void> {
      const result = await askConfirm({
        title: t("corrections.cancelTitle", { day: formatDay(day, tag) }),
        text:
          generationWh === null
            ? t("corrections.cancelTextNone")
            : t("corrections.cancelText", { energy: formatEnergy(generationWh, tag) }),
        confirmText: t("corrections.cancel"),
      });
      if (result !== "confirm") return;
      // Another user may have been faster: the refusal is on screen, and the list shows what holds.
      mutate({ stationId, correctionId }, { onError: () => void dropPath(endpoints.correction.list.path) });
    }
    return correctionColumns({ t, tag, timeZone, ...(mayChange && { onCancel: cancel }) });
  }, [t, tag, timeZone, mayChange, mutate, stationId]);
  return (
    <DataTable
      table={table}
      title={t("corrections.list")}
      columns={columns}
      keyOf={(row) => row.correctionId}
      nameOf={(row) => formatDay(row.day, tag)}
      exportName={`${name} ${t("frame.corrections")}`}
      filters={
        <>
          <ValueFilter
            table={table}
            name="mode"
            label={t("corrections.column.mode")}
            textOf={(mode) => t(`corrections.mode.${mode}`)}
            allText={t("corrections.allModes")}
          />
          <ValueFilter
            table={table}
            name="state"
            label={t("corrections.column.state")}
            textOf={(state) => t(`corrections.state.${state}`)}
            allText={t("corrections.allStates")}
          />
        </>
      }
      noMatchTitle={t("corrections.noMatch")}
      emptyState={<EmptyState icon="bolt" title={t("corrections.none")} text={t("corrections.noneText")} />}
    />
  );
}
