import { endpoints } from "virtual:endpoints";
import type { FleetBrake } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { dropPath, useChange } from "../../../shared/api/queries.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { formatMoment } from "../../../shared/logs/moments.ts";
import { askConfirm } from "../../../shared/ui/dialog/asking.ts";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { Missing } from "../../../shared/ui/status/quantity.tsx";
import type { StatusVariant } from "../../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../../shared/ui/table/use-table.ts";

const brakeTable = defineTable({ name: "confirmations", endpoint: endpoints.fleetBrake.list });

const VARIANTS: Readonly<Record<FleetBrake["state"], StatusVariant>> = {
  open: "waiting",
  confirmed: "good",
  refused: "inactive",
};

type Decide = (row: FleetBrake, isConfirmed: boolean) => void;

function brakeColumns(t: TFunction, tag: string, decide: Decide): readonly Column<FleetBrake>[] {
  return [
    {
      key: "byName",
      titleKey: "confirmations.column.user",
      isHideable: false,
      render: ({ byName }) => byName,
      exportValue: ({ byName }) => byName,
    },
    {
      key: "companyName",
      titleKey: "confirmations.column.company",
      render: ({ companyName }) => companyName,
      exportValue: ({ companyName }) => companyName,
    },
    {
      key: "stoppedAt",
      titleKey: "confirmations.column.stoppedAt",
      render: ({ stoppedAt }) => formatMoment(stoppedAt, tag),
      exportValue: ({ stoppedAt }) => stoppedAt,
    },
    {
      key: "plantCount",
      titleKey: "confirmations.column.plants",
      render: ({ plantCount }) => plantCount,
      exportValue: ({ plantCount }) => plantCount,
    },
    {
      key: "state",
      titleKey: "confirmations.column.state",
      isHideable: false,
      render: (row) => (
        <>
          <StatusMark variant={VARIANTS[row.state]} text={t(`confirmations.state.${row.state}`)} />
          {row.mayDecide && (
            <>
              <button type="button" className="button" onClick={() => decide(row, true)}>
                {t("confirmations.confirm")}
              </button>
              {row.state === "open" && (
                <button type="button" className="button" onClick={() => decide(row, false)}>
                  {t("confirmations.refuse")}
                </button>
              )}
            </>
          )}
        </>
      ),
      exportValue: ({ state }) => t(`confirmations.state.${state}`),
    },
    {
      key: "decidedByName",
      titleKey: "confirmations.column.decidedBy",
      render: ({ decidedByName }) => decidedByName ?? <Missing />,
      exportValue: ({ decidedByName }) => decidedByName,
    },
  ];
}

/** Acts on many plants that stopped until a second person decides. */
export function ConfirmationsTab() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(brakeTable);
  const { mutate } = useChange(endpoints.fleetBrake.decide);
  const columns = useMemo(() => {
    async function decide({ accountId, byName }: FleetBrake, isConfirmed: boolean): Promise<void> {
      const asked =
        !isConfirmed ||
        (await askConfirm({
          title: t("confirmations.question", { name: byName }),
          text: t("confirmations.questionText", { name: byName }),
          confirmText: t("confirmations.confirm"),
        })) === "confirm";
      if (asked)
        mutate({ accountId, isConfirmed }, { onError: () => void dropPath(endpoints.fleetBrake.list.path) });
    }
    return brakeColumns(t, tag, (row, isConfirmed) => void decide(row, isConfirmed));
  }, [t, tag, mutate]);
  return (
    <PageBody title={t("title.confirmations")} text={t("confirmations.intro")}>
      <DataTable
        table={table}
        title={t("confirmations.list")}
        columns={columns}
        keyOf={({ brakeId }) => brakeId}
        nameOf={({ byName }) => byName}
        emptyState={
          <EmptyState icon="lock" title={t("confirmations.none")} text={t("confirmations.noneText")} />
        }
      />
    </PageBody>
  );
}
