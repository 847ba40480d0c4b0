import { endpoints } from "virtual:endpoints";
import type { SafetyRecord, StationDetail } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { OlderAndNewer } from "./older-and-newer.tsx";
import { RecordFiles } from "./record-files.tsx";
import { saveFile } from "./save-file.ts";
import { VerifyFile } from "./verify-file.tsx";

const PAGE_SIZE = 10;

interface RecordsProps {
  readonly plant: Pick<StationDetail, "stationId" | "name" | "timeZone">;
}

/** Shutdowns, resets, and units that were opened or closed alone, with their signed records; nothing where the ledger is not visible to the caller. */
export function Records({ plant }: RecordsProps) {
  const { t } = useTranslation();
  const { stationId } = plant;
  const [page, setPage] = useState(1);
  const { data } = useQueryWithPrevious(
    queryOf(endpoints.safety.records, { stationId, page, pageSize: PAGE_SIZE }),
  );
  if (data === undefined) return null;
  const saveLedger = () =>
    saveFile(`${plant.name} ledger.json`, call(endpoints.safety.ledgerFile, { query: { stationId } }));
  return (
    <section className="card safety" aria-label={t("records.title")}>
      <div className="safety-state">
        <h2>{t("records.title")}</h2>
        <p className="note">{t("records.text")}</p>
      </div>
      {data.rows.length === 0 ? (
        <p>{t("records.none")}</p>
      ) : (
        <ul className="safety-units">
          {data.rows.map((row) => (
            <RecordLine key={row.operationId} row={row} plant={plant} />
          ))}
        </ul>
      )}
      <OlderAndNewer page={page} last={Math.ceil(data.total / PAGE_SIZE)} onChange={setPage} />
      <div className="safety-actions">
        <button type="button" className="button" onClick={() => void saveLedger()}>
          <Icon name="download" />
          {t("records.saveLedger")}
        </button>
        <VerifyFile publicKey={data.publicKey} />
      </div>
      <p className="note">
        {t("records.key")} <code>{data.publicKey}</code>
      </p>
    </section>
  );
}

function kindOf({ kind, isDrill, unit }: SafetyRecord) {
  if (unit !== null) return kind === "shutdown" ? "unitOpen" : "unitClose";
  return isDrill ? "drill" : kind;
}

function RecordLine({ row, plant }: RecordsProps & { readonly row: SafetyRecord }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { operationId, string, unit, byName, acceptedAt, proven, units, dark, safeAfterS } = row;
  return (
    <li>
      <time className="quantity" dateTime={acceptedAt}>
        {formatSecond(Date.parse(acceptedAt), plant.timeZone, tag)}
      </time>
      <strong>{t(`records.${kindOf(row)}`)}</strong>
      {unit !== null && <span>{unit.name === unit.sn ? unit.sn : `${unit.name} · ${unit.sn}`}</span>}
      {string !== null && <span>{t("drills.string", { name: string.name })}</span>}
      <span>{byName ?? t("safety.someone")}</span>
      <span>{t("records.result", { proven, units, dark })}</span>
      <span>
        {safeAfterS === null
          ? t("records.never")
          : t("records.after", { seconds: formatNumber(safeAfterS, tag, 1) })}
      </span>
      <RecordFiles plant={plant} operationId={operationId} acceptedAt={acceptedAt} />
    </li>
  );
}
