import type { Correction } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatDateTime, formatDay } from "../../shared/base/format/times.ts";
import { Missing, Plain } from "../../shared/ui/status/quantity.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../shared/ui/table/column.ts";

interface ColumnsInput {
  readonly t: TFunction;
  readonly tag: string;
  /** Of the plant. */
  readonly timeZone: string;
  /** Absent for readers who may not cancel. */
  readonly onCancel?: (row: Correction) => Promise<void>;
}

type Energy = "sourceWh" | "correctedWh" | "differenceWh" | "generationWh";

const toKwh = (energyWh: number | null): number | null => (energyWh === null ? null : energyWh / 1000);

/** The columns of R3.17, and what belongs to a record beside them. */
export function correctionColumns(input: ColumnsInput): readonly Column<Correction>[] {
  const { t, tag, timeZone, onCancel } = input;
  const moment = (at: string): string => formatDateTime(Date.parse(at), timeZone, tag);
  const energy = (key: Energy) =>
    ({
      key,
      titleKey: `corrections.column.${key}`,
      unit: "kWh",
      align: "right",
      render: (row: Correction) => <Plain value={toKwh(row[key])} digits={2} />,
      exportValue: (row: Correction) => toKwh(row[key]),
    }) as const;
  const columns: readonly Column<Correction>[] = [
    {
      key: "day",
      titleKey: "corrections.column.day",
      isHideable: false,
      render: ({ day }) => formatDay(day, tag),
      exportValue: ({ day }) => day,
    },
    energy("sourceWh"),
    energy("correctedWh"),
    energy("differenceWh"),
    energy("generationWh"),
    {
      key: "mode",
      titleKey: "corrections.column.mode",
      render: ({ mode }) => t(`corrections.mode.${mode}`),
      exportValue: ({ mode }) => t(`corrections.mode.${mode}`),
    },
    {
      key: "createdAt",
      titleKey: "corrections.column.createdAt",
      render: ({ createdAt }) => moment(createdAt),
      exportValue: ({ createdAt }) => createdAt,
    },
    {
      key: "byName",
      titleKey: "corrections.column.byName",
      render: ({ mode, byName }) => (mode === "auto" ? t("corrections.system") : (byName ?? <Missing />)),
      exportValue: ({ byName }) => byName,
    },
    {
      key: "state",
      titleKey: "corrections.column.state",
      render: ({ state, cancelledAt, cancelledByName }) => (
        <span
          {...(cancelledAt !== null && {
            title: [moment(cancelledAt), cancelledByName].filter((part) => part !== null).join(" · "),
          })}
        >
          <StatusMark
            variant={state === "active" ? "good" : "inactive"}
            text={t(`corrections.state.${state}`)}
          />
        </span>
      ),
      exportValue: ({ state }) => t(`corrections.state.${state}`),
    },
  ];
  if (onCancel === undefined) return columns;
  return [
    ...columns,
    {
      key: "cancel",
      titleKey: "corrections.column.actions",
      isHideable: false,
      render: (row) =>
        row.state === "active" && (
          <button
            type="button"
            className="button"
            aria-label={`${t("corrections.cancel")}: ${formatDay(row.day, tag)}`}
            onClick={() => void onCancel(row)}
          >
            {t("corrections.cancel")}
          </button>
        ),
    },
  ];
}
