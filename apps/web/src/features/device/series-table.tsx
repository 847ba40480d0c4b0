import { measuredValues } from "virtual:measured-values";
import type { PageSize } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSecond } from "../../shared/base/format/times.ts";
import { unitText } from "../../shared/base/format/unit-text.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { nameOf } from "../../shared/device/device-name.ts";
import { Plain } from "../../shared/ui/status/quantity.tsx";
import { Pager } from "../../shared/ui/table/pager.tsx";
import type { ShownSeries } from "./series-card.tsx";
import { toTableRows } from "./series-rows.ts";
import "../../shared/ui/table/data-table.css";

const SCROLLED_BY_KEYBOARD = { tabIndex: 0 } as const;
const PAGE_SIZES: readonly PageSize[] = [20, 50, 100, 200];

/** The same values as a table: a row for each step, a column for each device and parameter. */
export function SeriesTable({ data, fields, devices, query, device }: ShownSeries) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [page, setPage] = useState<{ page: number; pageSize: PageSize }>({ page: 1, pageSize: 20 });
  const rows = useMemo(() => toTableRows(data), [data]);
  const names = new Map(devices.map((each) => [each.deviceId, nameOf(each)]));
  const columns = data.series.flatMap(({ deviceId }) =>
    fields.map((field) => ({
      key: `${deviceId} ${field}`,
      name: names.get(deviceId) ?? "",
      field,
      value: measuredValues.find((each) => each.field === field),
    })),
  );
  const lastPage = Math.max(1, Math.ceil(rows.length / page.pageSize));
  const current = Math.min(page.page, lastPage);
  const shown = rows.slice((current - 1) * page.pageSize, current * page.pageSize);
  return (
    <section className="card table-card" aria-label={t("deviceData.table")}>
      <div className="card-head">
        <h2>{t("deviceData.table")}</h2>
      </div>
      <div className="table-area" {...SCROLLED_BY_KEYBOARD}>
        <table className="data-table" data-dense={columns.length > 12}>
          <thead>
            <tr>
              <th scope="col">{t("deviceData.time")}</th>
              {columns.map(({ key, name, field, value }) => (
                <th key={key} scope="col" data-align="right">
                  {name} · {t(`unit.${field as "powerW"}`)}{" "}
                  <span className="unit">{unitText(value?.unit ?? "")}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ step, values }) => {
              const at = Date.parse(query.fromAt) + step * data.stepS * 1_000;
              return (
                <tr key={step}>
                  <td>
                    <time className="quantity" dateTime={new Date(at).toISOString()} title={device.timeZone}>
                      {formatSecond(at, device.timeZone, tag)}
                    </time>
                  </td>
                  {columns.map(({ key, value }, index) => (
                    <td key={key} data-align="right">
                      <Plain value={values[index]} digits={value?.digits ?? 1} />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Pager
        state={{ ...page, page: current }}
        pageSizes={PAGE_SIZES}
        total={rows.length}
        onChange={(change) => setPage({ ...page, page: 1, ...change })}
      />
    </section>
  );
}
