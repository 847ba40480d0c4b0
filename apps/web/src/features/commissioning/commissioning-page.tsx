import { endpoints } from "virtual:endpoints";
import type { CommissioningState, StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { Allowed } from "../../shared/auth/allowed.tsx";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { toast } from "../../shared/base/toast.ts";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { isInstallLevel } from "../../shared/plant/use-can-add-devices.ts";
import { followJob } from "../../shared/tasks/jobs.ts";
import { FilterChips } from "../../shared/ui/form/filter-chips.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { NoAccessState } from "../../shared/ui/status/no-access-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import { commissioningColumns } from "./commissioning-columns.tsx";
import { ExpectedDialog } from "./expected-dialog.tsx";

const commissioningTable = defineTable({
  name: "commissioning",
  endpoint: endpoints.commissioning.get,
  filters: ["state"],
});
const follows = [endpoints.commissioning.get.path];
const states: readonly CommissioningState[] = ["found", "missing", "unknown"];

/** What is expected at a plant against what has reported there, and the acceptance report, for those who install it. */
export function CommissioningPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="devices" title={t("title.commissioning")} follows={follows} part="devices" isPrivate>
      {({ plant }) =>
        isInstallLevel(plant) ? (
          <Commissioning plant={plant} />
        ) : (
          <section className="card">
            <NoAccessState error={undefined} />
          </section>
        )
      }
    </PlantPage>
  );
}

function ReportButton({ plant: { stationId } }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const create = useChange(endpoints.commissioning.report);
  async function start(): Promise<void> {
    const { jobId } = await create.mutateAsync({ stationId, language });
    followJob(jobId);
    toast("success", t("commissioning.reportStarted"));
  }
  return (
    <button
      type="button"
      className="button"
      data-kind="primary"
      disabled={create.isPending}
      onClick={() => void start().catch(() => {})}
    >
      {t("commissioning.report")}
    </button>
  );
}

function ListButton({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { stationId } = plant;
  const expected = useQuery(queryOf(endpoints.commissioning.expected, { stationId }));
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={expected.data === undefined}
        onClick={() => setIsOpen(true)}
      >
        {t("commissioning.editList")}
      </button>
      {isOpen && expected.data !== undefined && (
        <ExpectedDialog plant={plant} devices={expected.data.devices} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

function Commissioning({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId, name, timeZone } = plant;
  const table = useTable(commissioningTable, { stationId });
  const columns = useMemo(() => commissioningColumns(t, { timeZone, tag }), [t, timeZone, tag]);
  const found = table.list.data;
  const chosen = table.state.filters.state;
  const format = (value: number) => formatNumber(value, tag, 0);
  return (
    <>
      <PlantSection
        {...(found !== undefined && {
          title: t("commissioning.summary", {
            found: format(found.counts.found),
            expected: format(found.counts.expected),
          }),
          text: t(`commissioning.source.${found.source}`),
        })}
        lead={
          <FilterChips
            label={t("commissioning.byState")}
            chips={states.map((state) => ({
              value: state,
              label: t(`commissioning.state.${state}`),
              count: found?.counts[state],
            }))}
            chosen={states.find((state) => state === chosen)}
            onChoose={(state) => table.set({ filters: { state } })}
          >
            {found !== undefined && found.counts.weakSignal > 0 && (
              <span className="note">{t("commissioning.weakCount", { count: found.counts.weakSignal })}</span>
            )}
          </FilterChips>
        }
        actions={
          <>
            <Allowed to="device:edit">
              <ListButton plant={plant} />
            </Allowed>
            <ReportButton plant={plant} />
          </>
        }
      />
      <DataTable
        table={table}
        title={t("title.commissioning")}
        columns={columns}
        keyOf={({ number }) => String(number)}
        nameOf={({ sn, place }) => sn ?? place}
        exportName={`${name} ${t("title.commissioning")}`}
        emptyState={
          <EmptyState icon="box" title={t("commissioning.none")} text={t("commissioning.noneText")} />
        }
      />
    </>
  );
}
