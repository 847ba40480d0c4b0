import { endpoints } from "virtual:endpoints";
import { measuredValues } from "virtual:measured-values";
import type { Device } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { call } from "../../shared/api/api.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { changeParams } from "../../shared/routing/change-params.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import type { StartExport } from "../../shared/ui/table/export-job-button.tsx";
import { ExportJobButton } from "../../shared/ui/table/export-job-button.tsx";
import type { DataProblems } from "./data-choice.ts";
import {
  findDataProblems,
  isComplete,
  readDataChoice,
  toSeriesQuery,
  writeDataChoice,
} from "./data-choice.ts";
import { DataForm, useProblemText } from "./data-form.tsx";
import { SeriesCard } from "./series-card.tsx";
import { SeriesTable } from "./series-table.tsx";
import { useChosenDevices } from "./use-chosen-devices.ts";

const FIELDS = measuredValues.map(({ field }) => field);

/** Measured values of several devices over a period: chart, table and file (R5.5). */
export function DataTab({ device }: { readonly device: Device }) {
  const { deviceId, timeZone } = device;
  const [params, setParams] = useSearchParams();
  const today = new Date(useServerNow()).toLocaleDateString("sv", { timeZone });
  const bounds = useMemo(() => ({ first: undefined, today }), [today]);
  const choice = useMemo(
    () => readDataChoice(params, { deviceId, fields: FIELDS, bounds }),
    [params, deviceId, bounds],
  );
  const chosen = useChosenDevices(choice.deviceIds, device);
  // Devices that are missing or cannot be loaded do not keep the others from being shown.
  const deviceIds = chosen.filter((each) => !each.isMissing && !each.isFailed).map((each) => each.deviceId);
  const query = toSeriesQuery({ ...choice, deviceIds }, timeZone);
  const isLoading = chosen.some((each) => each.isLoading);
  // An address may exceed the limits; an incomplete choice is not a refused one.
  const problems = isComplete(choice) ? findDataProblems(choice, timeZone) : {};
  return (
    <>
      <DataForm
        key={params.toString()}
        device={device}
        chosen={chosen}
        choice={choice}
        refused={problems}
        bounds={bounds}
        onShow={(next) => setParams(changeParams(params, writeDataChoice(next)))}
      />
      {query === undefined && <NothingShown problems={problems} />}
      {query !== undefined && isLoading && <Skeleton width="100%" height="32rem" />}
      {query !== undefined && !isLoading && (
        <Result device={device} devices={chosen.flatMap((each) => each.device ?? [])} query={query} />
      )}
    </>
  );
}

function NothingShown({ problems }: { readonly problems: DataProblems }) {
  const { t } = useTranslation();
  const say = useProblemText();
  const [problem] = Object.values(problems);
  return (
    <section className="card">
      {problem === undefined ? (
        <EmptyState icon="panel" title={t("deviceData.none")} text={t("deviceData.noneText")} />
      ) : (
        <EmptyState icon="panel" title={t("deviceData.tooMuch")} text={say(problem)} />
      )}
    </section>
  );
}

interface ResultProps {
  readonly device: Device;
  readonly devices: readonly Device[];
  readonly query: NonNullable<ReturnType<typeof toSeriesQuery>>;
}

function Result({ device, devices, query }: ResultProps) {
  const { t } = useTranslation();
  const series = useQueryWithPrevious(queryOf(endpoints.devicePage.series, query));
  const fields = query.fields.split(",");
  const startExport: StartExport = ({ format, fileName }) =>
    call(endpoints.devicePage.exportData, {
      body: {
        format,
        fileName,
        deviceIds: query.deviceIds.split(","),
        fields: fields as (keyof Device & "powerW")[],
        fromAt: query.fromAt,
        toAt: query.toAt,
      },
    });
  if (series.data === undefined) return <Awaiting awaited={series} />;
  if (series.data.series.every(({ steps }) => steps.length === 0))
    return (
      <section className="card">
        <EmptyState icon="panel" title={t("deviceData.empty")} text={t("deviceData.emptyText")} />
      </section>
    );
  const shown = { data: series.data, fields, devices, query, device };
  return (
    <>
      <SeriesCard
        {...shown}
        tools={
          <ExportJobButton
            start={startExport}
            name={`${device.sn} ${t("devicePage.tab.data")}`}
            text={t("deviceData.exportText")}
          />
        }
      />
      <SeriesTable {...shown} />
    </>
  );
}
