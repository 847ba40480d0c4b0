import { endpoints } from "virtual:endpoints";
import type { SafetyDrill, StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { devicePath } from "../../shared/routing/device-path.ts";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import { RecordFiles } from "./record-files.tsx";
import { StartDrillDialog } from "./start-drill-dialog.tsx";

const INTERVALS = [3, 6, 12, 24] as const;
/** The time a bar of the trend is drawn against. */
const LIMIT_S = 30;

interface DrillsProps {
  readonly plant: Pick<StationDetail, "stationId" | "name" | "timeZone">;
}

/** Drills of a plant: the next one, their results, and the trend of the time until the plant was safe. */
export function Drills({ plant }: DrillsProps) {
  const { t } = useTranslation();
  const { stationId } = plant;
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery(queryOf(endpoints.safety.drills, { stationId }));
  const { data: safety } = useQuery(queryOf(endpoints.safety.get, { stationId, withUnits: "false" }));
  const { data: ops, isError } = useQuery(queryOf(endpoints.permission.checkStationOp, { stationId }));
  const refusalId = useId();
  if (data === undefined) return null;
  const isNormal = safety?.state === "normal";
  // Without a verdict the server decides when it is pressed.
  const canStart = isNormal && (ops === undefined ? isError : ops.stop.allowed);
  const refusal = ops?.stop.reason ?? (safety === undefined || isNormal ? undefined : t("drills.notNormal"));
  return (
    <section className="card safety" aria-label={t("drills.title")}>
      <div className="safety-state">
        <h2>{t("drills.title")}</h2>
        <p className="note">{t("drills.text")}</p>
        <NextDrill
          dueAt={data.dueAt}
          isFirst={data.rows.every(({ string }) => string !== null)}
          timeZone={plant.timeZone}
        />
      </div>
      <div className="safety-actions">
        <button
          type="button"
          className="button"
          disabled={!canStart}
          aria-describedby={refusal === undefined ? undefined : refusalId}
          onClick={() => setAsking(true)}
        >
          {t("drills.start")}
        </button>
        {refusal !== undefined && (
          <p id={refusalId} className="note safety-verdict">
            {refusal}
          </p>
        )}
        {data.mayChangeInterval && <Interval stationId={stationId} months={data.everyMonths} />}
      </div>
      {data.rows.length > 0 && (
        <ul className="safety-units">
          {data.rows.map((row) => (
            <DrillLine key={row.operationId} row={row} plant={plant} />
          ))}
        </ul>
      )}
      {isAsking && <StartDrillDialog plant={plant} strings={data.strings} onClose={() => setAsking(false)} />}
    </section>
  );
}

interface NextDrillProps {
  readonly dueAt: string | null;
  readonly isFirst: boolean;
  readonly timeZone: string;
}

function NextDrill({ dueAt, isFirst, timeZone }: NextDrillProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (dueAt === null) return <p>{t("drills.noReminder")}</p>;
  if (isFirst) return <StatusMark variant="warning" text={t("drills.first")} />;
  const at = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone }).format(Date.parse(dueAt));
  const isDue = Date.parse(dueAt) <= Date.now();
  return (
    <StatusMark
      variant={isDue ? "warning" : "scheduled"}
      text={t(isDue ? "drills.due" : "drills.next", { at })}
    />
  );
}

function Interval({ stationId, months }: { readonly stationId: string; readonly months: number | null }) {
  const { t } = useTranslation();
  const change = useChange(endpoints.safety.setDrillInterval);
  return (
    <label className="drill-interval">
      {t("drills.interval")}
      <select
        className="input"
        value={months ?? 0}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ stationId, everyMonths: Number(target.value) || null })}
      >
        {INTERVALS.map((each) => (
          <option key={each} value={each}>
            {t("drills.months", { count: each })}
          </option>
        ))}
        <option value={0}>{t("drills.never")}</option>
      </select>
    </label>
  );
}

function DrillLine({ row, plant }: DrillsProps & { readonly row: SafetyDrill }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { operationId, startedAt, endedAt, byName, isMine, string, note, isReplaced } = row;
  const { proven, units, dark, safeAfterS } = row;
  const state = endedAt === null ? t("drills.running") : t("drills.incomplete");
  return (
    <li>
      <time className="quantity" dateTime={startedAt}>
        {formatSecond(Date.parse(startedAt), plant.timeZone, tag)}
      </time>
      <strong>{byName ?? t("safety.someone")}</strong>
      {string !== null && <span>{t("drills.string", { name: string.name })}</span>}
      <span>{t("records.result", { proven, units, dark })}</span>
      {note !== "" && <span>{note}</span>}
      {isReplaced && <span>{t("drills.replaced")}</span>}
      <span className="drill-time">
        <meter
          min={0}
          max={LIMIT_S}
          value={Math.min(safeAfterS ?? LIMIT_S, LIMIT_S)}
          aria-label={t("drills.time")}
        />
        {safeAfterS === null ? state : t("records.after", { seconds: formatNumber(safeAfterS, tag, 1) })}
      </span>
      {string !== null && endedAt === null && isMine && (
        <Link className="button" to={devicePath(string.deviceId)}>
          {t("drills.closeString", { name: string.name })}
        </Link>
      )}
      <RecordFiles plant={plant} operationId={operationId} acceptedAt={startedAt} />
    </li>
  );
}
