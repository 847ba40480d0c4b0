import type { PlantThreshold, Threshold } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../base/i18n/i18n.ts";
import { IconButton } from "../../ui/content/icon-button.tsx";
import { StatusMark } from "../../ui/status/status-mark.tsx";
import { durationText } from "../duration-text.ts";
import { THRESHOLD_UNITS, useThresholdName } from "./threshold-names.ts";
import "./thresholds.css";

export type ShownThreshold = Threshold | PlantThreshold;

const COLUMNS = ["type", "quantity", "side", "isOn", "raise", "clear", "delay", "severity"] as const;
const FIGURES: ReadonlySet<string> = new Set(["raise", "clear", "delay"]);

const isOfPlant = (row: ShownThreshold): row is PlantThreshold => "isOwn" in row;

interface ThresholdTableProps {
  readonly title: string;
  readonly rows: readonly ShownThreshold[];
  /** Without it, nothing can be changed. */
  readonly onEdit?: ((row: ShownThreshold) => void) | undefined;
  readonly onReset?: ((row: PlantThreshold) => void) | undefined;
}

/** Limits by device type, quantity and side. */
export function ThresholdTable({ title, rows, onEdit, onReset }: ThresholdTableProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const nameOf = useThresholdName();
  const format = (value: number): string => value.toLocaleString(tag, { maximumFractionDigits: 2 });
  const hasOrigin = rows.some(isOfPlant);
  return (
    <div className="threshold-scroll">
      <table className="threshold-table" aria-label={title}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-align={FIGURES.has(column) ? "right" : undefined}>
                {t(`thresholds.column.${column}`)}
              </th>
            ))}
            {hasOrigin && <th scope="col">{t("thresholds.column.origin")}</th>}
            {onEdit && <th scope="col">{t("thresholds.column.actions")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const isFirst = rows[index - 1]?.deviceType !== row.deviceType;
            const name = nameOf(row);
            const unit = THRESHOLD_UNITS[row.quantity];
            return (
              <tr key={name} data-off={!row.isOn} data-first={isFirst}>
                <th scope="row">
                  <span className={isFirst ? undefined : "visually-hidden"}>
                    {t(`deviceKind.${row.deviceType}`)}
                  </span>
                </th>
                <td>{t(`thresholds.quantity.${row.quantity}`)}</td>
                <td>{t(`thresholds.side.${row.side}`)}</td>
                <td>{t(row.isOn ? "thresholds.on" : "thresholds.off")}</td>
                <td data-align="right">{`${format(row.raiseValue)} ${unit}`}</td>
                <td data-align="right">{`${format(row.clearValue)} ${unit}`}</td>
                <td data-align="right">{durationText(row.delayS, tag)}</td>
                <td>
                  <StatusMark variant={row.severity} text={t(`status.${row.severity}`)} />
                </td>
                {hasOrigin && (
                  <td>{t(isOfPlant(row) && row.isOwn ? "thresholds.own" : "thresholds.default")}</td>
                )}
                {onEdit && (
                  <td className="threshold-actions">
                    <IconButton
                      icon="edit"
                      label={t("thresholds.edit", { name })}
                      isQuiet
                      onClick={() => onEdit(row)}
                    />
                    {onReset && isOfPlant(row) && row.isOwn && (
                      <button
                        type="button"
                        className="button"
                        data-kind="quiet"
                        aria-label={t("thresholds.resetNamed", { name })}
                        onClick={() => onReset(row)}
                      >
                        {t("thresholds.reset")}
                      </button>
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
