import type { CommissioningRow } from "@heliograph/contract";
import { WEAK_SIGNAL_DBM } from "@heliograph/contract/signal-levels";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { Missing, Plain } from "../../shared/ui/status/quantity.tsx";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../shared/ui/table/column.ts";

const variants: Readonly<Record<CommissioningRow["state"], StatusVariant>> = {
  found: "done",
  missing: "fault",
  unknown: "warning",
};

type ValueField = "inputVoltageV" | "outputVoltageV" | "powerW" | "temperatureC";

const valueColumn = (
  key: ValueField,
  { unit, digits }: { unit: string; digits: number },
): Column<CommissioningRow> => ({
  key,
  titleKey: `unit.${key}`,
  unit,
  align: "right",
  render: (row) => <Plain value={row[key]} digits={digits} />,
  exportValue: (row) => row[key],
});

const isWeak = ({ signalDbm }: CommissioningRow): boolean =>
  signalDbm !== null && signalDbm < WEAK_SIGNAL_DBM;

/** Columns of the comparison: the device, whether it was found, its signal, and the values of its first report. */
export function commissioningColumns(
  t: TFunction,
  { timeZone, tag }: { readonly timeZone: string; readonly tag: string },
): readonly Column<CommissioningRow>[] {
  const stateOf = ({ state, reason }: CommissioningRow): string =>
    reason === null
      ? t(`commissioning.rowState.${state}`)
      : `${t(`commissioning.rowState.${state}`)}: ${t(`commissioning.reason.${reason}`)}`;
  return [
    {
      key: "state",
      titleKey: "commissioning.result",
      isHideable: false,
      render: (row) => <StatusMark variant={variants[row.state]} text={stateOf(row)} />,
      exportValue: stateOf,
    },
    {
      key: "sn",
      titleKey: "unit.sn",
      isHideable: false,
      render: ({ sn, deviceId }) =>
        deviceId === null ? (sn ?? <Missing />) : <Link to={`/device/${deviceId}`}>{sn}</Link>,
      exportValue: ({ sn }) => sn,
    },
    {
      key: "type",
      titleKey: "unit.type",
      render: ({ type }) => (type === null ? <Missing /> : t(`deviceKind.${type}`)),
      exportValue: ({ type }) => (type === null ? null : t(`deviceKind.${type}`)),
    },
    {
      key: "place",
      titleKey: "unit.place",
      render: ({ place, sharesPlaceWith }) =>
        place === "" ? (
          <Missing />
        ) : (
          <>
            {place}
            {sharesPlaceWith !== null && (
              <span className="commissioning-shared">
                <StatusMark
                  variant="warning"
                  text={t("commissioning.sharedPlace", { sn: sharesPlaceWith })}
                />
              </span>
            )}
          </>
        ),
      exportValue: (row) =>
        row.sharesPlaceWith === null
          ? row.place
          : `${row.place} (${t("commissioning.sharedPlace", { sn: row.sharesPlaceWith })})`,
    },
    {
      key: "parentSn",
      titleKey: "commissioning.parent",
      render: ({ parentSn }) => parentSn ?? <Missing />,
      exportValue: ({ parentSn }) => parentSn,
    },
    {
      key: "signalDbm",
      titleKey: "unit.signalDbm",
      unit: "dBm",
      align: "right",
      render: (row) =>
        isWeak(row) ? (
          <span title={t("commissioning.weak")}>
            <StatusMark variant="warning" text={String(row.signalDbm)} />
          </span>
        ) : (
          <Plain value={row.signalDbm} digits={0} />
        ),
      exportValue: ({ signalDbm }) => signalDbm,
    },
    {
      key: "firstAt",
      titleKey: "commissioning.firstAt",
      render: ({ firstAt }) =>
        firstAt === null ? <Missing /> : formatDateTime(Date.parse(firstAt), timeZone, tag),
      exportValue: ({ firstAt }) => firstAt,
    },
    valueColumn("inputVoltageV", { unit: "V", digits: 1 }),
    valueColumn("outputVoltageV", { unit: "V", digits: 1 }),
    valueColumn("powerW", { unit: "W", digits: 0 }),
    valueColumn("temperatureC", { unit: "°C", digits: 1 }),
  ];
}
