import { endpoints } from "virtual:endpoints";
import type { Ignition } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { dropPath, refreshPath } from "../../shared/api/queries.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { usePress } from "../../shared/safety/use-press.tsx";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../shared/ui/table/value-filter.tsx";

const RELOAD_MS = 1_000;
const ignitionTable = defineTable({
  name: "ignitions",
  endpoint: endpoints.ignition.list,
  sort: "at",
  order: "desc",
  filters: ["mode"],
});

const VARIANTS: Readonly<Record<Ignition["state"], StatusVariant>> = {
  waiting: "waiting",
  sent: "waiting",
  started: "good",
  partly: "warning",
  failed: "fault",
  unconfirmed: "warning",
  expired: "inactive",
  cancelled: "inactive",
};

const startedText = ({ unitsStarted, unitsFailed }: Ignition): string | null =>
  unitsStarted === null || unitsFailed === null ? null : `${unitsStarted} / ${unitsStarted + unitsFailed}`;

interface ColumnsOptions {
  readonly t: TFunction;
  readonly tag: string;
  readonly timeZone: string;
  readonly onCancel?: (row: Ignition) => void;
}

function ignitionColumns({ t, tag, timeZone, onCancel }: ColumnsOptions): readonly Column<Ignition>[] {
  return [
    {
      key: "at",
      titleKey: "safety.ignition.column.at",
      isHideable: false,
      render: ({ at }) => formatSecond(Date.parse(at), timeZone, tag),
      exportValue: ({ at }) => at,
    },
    {
      key: "mode",
      titleKey: "safety.ignition.column.mode",
      render: ({ mode }) => t(`safety.ignition.mode.${mode}`),
      exportValue: ({ mode }) => t(`safety.ignition.mode.${mode}`),
    },
    {
      key: "gatewaySn",
      titleKey: "safety.ignition.column.gateway",
      render: ({ gatewaySn }) => gatewaySn,
      exportValue: ({ gatewaySn }) => gatewaySn,
    },
    {
      key: "state",
      titleKey: "safety.ignition.column.state",
      render: (row) => (
        <>
          <StatusMark variant={VARIANTS[row.state]} text={t(`safety.ignition.state.${row.state}`)} />
          {row.state === "waiting" && onCancel !== undefined && (
            <button
              type="button"
              className="button"
              aria-label={`${t("safety.ignition.cancel")}: ${row.gatewaySn}, ${formatSecond(Date.parse(row.at), timeZone, tag)}`}
              onClick={() => onCancel(row)}
            >
              {t("safety.ignition.cancel")}
            </button>
          )}
        </>
      ),
      exportValue: ({ state }) => t(`safety.ignition.state.${state}`),
    },
    {
      key: "started",
      titleKey: "safety.ignition.column.started",
      render: (row) => startedText(row) ?? <Missing />,
      exportValue: startedText,
    },
    {
      key: "byName",
      titleKey: "safety.ignition.column.by",
      render: ({ byName }) => byName ?? <Missing />,
      exportValue: ({ byName }) => byName,
    },
  ];
}

interface IgnitionsProps {
  readonly plant: { readonly stationId: string; readonly name: string; readonly timeZone: string };
}

/** Ignition records of a plant (R3.17), igniting, and cancelling what was not delivered (R4.13). */
export function Ignitions({ plant: { stationId, name, timeZone } }: IgnitionsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(ignitionTable, { stationId });
  const { mutate: ignite, isPending, note } = usePress(endpoints.ignition.ignite);
  const { mutate: cancel, note: cancelNote } = usePress(endpoints.ignition.cancel);
  const reload = useThrottled(() => refreshPath(endpoints.ignition.list.path), RELOAD_MS);
  useLive(
    `plant:${stationId}`,
    ({ type }) => {
      if (type === "commands" || type === "safety") reload();
    },
    reload,
  );
  const verdict = table.list.data?.ignite;
  const mayChange = verdict?.allowed === true;
  const columns = useMemo(
    () =>
      ignitionColumns({
        t,
        tag,
        timeZone,
        ...(mayChange && {
          onCancel: ({ ignitionId }: Ignition) =>
            cancel({ stationId, ignitionId }, { onError: () => void dropPath(endpoints.ignition.list.path) }),
        }),
      }),
    [t, tag, timeZone, mayChange, cancel, stationId],
  );

  async function askIgnite(): Promise<void> {
    const asked = await askConfirm({
      title: t("safety.ignition.question", { name }),
      text: t("safety.ignition.questionText"),
      confirmText: t("safety.ignition.ignite"),
      kind: "danger",
    });
    if (asked === "confirm") ignite({ stationId, idempotencyKey: crypto.randomUUID() });
  }

  return (
    <>
      {note}
      {cancelNote}
      <DataTable
        table={table}
        title={t("safety.ignition.title")}
        note={verdict?.reason === undefined ? t("safety.ignition.intro") : verdict.reason}
        columns={columns}
        keyOf={({ ignitionId }) => ignitionId}
        nameOf={({ at }) => formatSecond(Date.parse(at), timeZone, tag)}
        exportName={`${name} ${t("safety.ignition.title")}`}
        actions={
          <button
            type="button"
            className="button"
            disabled={!mayChange || isPending}
            onClick={() => void askIgnite()}
          >
            {t("safety.ignition.ignite")}
          </button>
        }
        filters={
          <ValueFilter
            table={table}
            name="mode"
            label={t("safety.ignition.column.mode")}
            textOf={(mode) => t(`safety.ignition.mode.${mode}`)}
            allText={t("safety.ignition.allModes")}
          />
        }
        noMatchTitle={t("safety.ignition.noMatch")}
        emptyState={
          <EmptyState icon="bolt" title={t("safety.ignition.none")} text={t("safety.ignition.noneText")} />
        }
      />
    </>
  );
}
