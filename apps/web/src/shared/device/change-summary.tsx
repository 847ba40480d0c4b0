import type { PlaceChange } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../base/format/numbers.ts";
import { formatDateTime } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { Fact, Facts } from "../ui/content/facts.tsx";
import { Scaled } from "../ui/status/quantity.tsx";
import "./change-summary.css";

/** Devices of a change that are listed at first. */
const MAX_SHOWN = 12;

/** What a change of places does, as the server has checked it. */
export function ChangeSummary({ change }: { readonly change: PlaceChange }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { devices, energyWh, alarmCount, notes, fromAt, timeZone } = change;
  const shown = devices.rows.slice(0, MAX_SHOWN);
  const more = devices.total - shown.length;
  return (
    <div className="place-change">
      <Facts>
        <Fact name={t("deviceMoves.since")}>
          <time dateTime={fromAt} title={timeZone}>
            {formatDateTime(Date.parse(fromAt), timeZone, tag)}
          </time>
        </Fact>
        <Fact name={t("deviceMoves.energy")}>
          <Scaled value={energyWh} unit="Wh" />
        </Fact>
        <Fact name={t("deviceMoves.alarms")}>{formatNumber(alarmCount, tag, 0)}</Fact>
      </Facts>
      <ul aria-label={t("deviceMoves.devices")}>
        {shown.map((row) => (
          <li key={row.deviceId} className="place-change-row">
            <strong>{row.alias === "" ? row.sn : `${row.sn} · ${row.alias}`}</strong>
            <span>{t(`deviceMoves.kind.${row.kind}`)}</span>
            {row.kind !== "leaves" && (
              <small>
                {[
                  row.stationName,
                  row.slotLabel === "" ? undefined : t("deviceMoves.atPlace", { place: row.slotLabel }),
                  row.parentSn === null ? undefined : t("deviceMoves.below", { sn: row.parentSn }),
                ]
                  .filter((part) => part !== undefined)
                  .join(" · ")}
              </small>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="note">{t("deviceMoves.more", { figure: formatNumber(more, tag, 0) })}</p>}
      {notes.map((note) => (
        <p key={note} className="place-change-note">
          {t(`deviceMoves.note.${note}`)}
        </p>
      ))}
    </div>
  );
}
