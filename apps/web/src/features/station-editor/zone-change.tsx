import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { FieldLayout } from "../../shared/form/layout.ts";
import type { Form } from "../../shared/form/use-form.ts";
import type { FormValues } from "../../shared/form/values.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { DayInput } from "../../shared/ui/form/date-inputs.tsx";

type Zones = Pick<StationDetail, "zones">["zones"];

const dayOf = (values: FormValues): string => String(values.timeZoneFrom ?? "");

/** The zone that holds on the day before. */
const zoneBefore = (zones: Zones, day: string): string =>
  zones.findLast(({ fromDay }) => fromDay === null || fromDay < day)?.timeZone ?? "";

/** From when on a changed zone holds; an earlier day for the zone of a plant that has had several. */
export const zoneFromField = ({ zones, gridConnectionDate }: StationDetail): FieldLayout => ({
  labelKey: "plantEditor.zoneFrom",
  hintKey: "plantEditor.zoneFromHint",
  isShown: (values, start) => values.timeZone !== start.timeZone || zones.length > 1,
  render: ({ value, onChange, attributes }) => (
    <DayInput
      attributes={attributes}
      {...(gridConnectionDate !== null && { min: gridConnectionDate })}
      value={String(value ?? "")}
      onChange={onChange}
    />
  ),
});

/** Whether another zone is chosen without the day from which it holds. */
export const needsZoneDay = (plant: StationDetail, values: FormValues): boolean =>
  plant.hasDatedZone && values.timeZone !== plant.timeZone && dayOf(values) === "";

interface PendingZoneProps {
  readonly form: Pick<Form, "values">;
  readonly plant: StationDetail;
}

/** What a zone that is chosen and not saved changes; nothing without the day from which it holds. */
export function PendingZone({ form: { values }, plant }: PendingZoneProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const from = dayOf(values);
  if (!plant.hasDatedZone || from === "") return null;
  const day = formatDay(from, tag);
  const words = { day, zone: String(values.timeZone ?? ""), before: zoneBefore(plant.zones, from) };
  const replaced = plant.zones.filter(({ fromDay }) => fromDay !== null && fromDay >= from);
  return (
    <div className="tariff-change" role="status">
      <h3>{t("plantEditor.previewTitle")}</h3>
      <p>{t("plantEditor.zoneChange", words)}</p>
      <p>{t(from > plant.today ? "plantEditor.zoneLater" : "plantEditor.zoneRecount", { day })}</p>
      {replaced.map(({ fromDay }) => (
        <p key={fromDay}>{t("plantEditor.zoneReplaces", { day: formatDay(fromDay ?? "", tag) })}</p>
      ))}
    </div>
  );
}

interface ZoneHistoryProps {
  readonly plant: StationDetail;
  /** Something else is typed and not saved. */
  readonly isDirty: boolean;
}

/** The zones of a plant whose zone was changed, the newest first; one that has not begun can be removed. */
export function ZoneHistory({ plant, isDirty }: ZoneHistoryProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { mutate, isPending } = useChange(endpoints.station.update);
  const { zones, stationId, today } = plant;
  if (zones.length < 2) return null;
  const current = zones.findLastIndex(({ fromDay }) => fromDay === null || fromDay <= today);

  async function withdraw(fromDay: string): Promise<void> {
    const timeZone = zoneBefore(zones, fromDay);
    const result = await askConfirm({
      title: t("plantEditor.zoneWithdraw"),
      text: t("plantEditor.zoneWithdrawText", { before: timeZone, day: formatDay(fromDay, tag) }),
      confirmText: t("plantEditor.zoneWithdraw"),
    });
    if (result === "confirm")
      mutate({ stationId, revision: plant.revision ?? "", timeZone, timeZoneFrom: fromDay });
  }

  return (
    <div className="tariff-history">
      <h3>{t("plantEditor.zones")}</h3>
      <ul>
        {zones
          .map(({ fromDay, timeZone }, index) => (
            <li key={fromDay} data-in-force={index === current}>
              {fromDay === null ? (
                <span className="zone-first">{t("plantEditor.zoneFirst")}</span>
              ) : (
                <time dateTime={fromDay}>{t("form.tariffSince", { day: formatDay(fromDay, tag) })}</time>
              )}
              <span>{timeZone}</span>
              {index === current && <span className="hint">{t("form.tariffInForce")}</span>}
              {fromDay !== null && index > current && (
                <>
                  <span className="hint">{t("plantEditor.zonePlanned")}</span>
                  <button
                    type="button"
                    className="button"
                    disabled={isDirty || isPending}
                    onClick={() => void withdraw(fromDay)}
                  >
                    {t("plantEditor.zoneWithdraw")}
                  </button>
                </>
              )}
            </li>
          ))
          .toReversed()}
      </ul>
    </div>
  );
}
