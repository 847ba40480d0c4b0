import type { AlarmRow } from "@heliograph/contract";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { DesktopLink } from "./desktop-link.tsx";
import type { PhoneAlarmProps } from "./phone-alarm.tsx";
import type { PhonePlant } from "./use-phone-plant.ts";

/** Alarms listed before a user asks for the others; one more where it would be the only other. */
const FEW = 3;

// The catalogue of fault codes is loaded where an alarm is shown.
const PhoneAlarm = lazyPart<PhoneAlarmProps>(async () => {
  const [module] = await Promise.all([import("./phone-alarm.tsx"), loadTexts("faults")]);
  return module.PhoneAlarm;
});

interface PhoneAlarmsProps {
  readonly stationId: string;
  readonly alarms: NonNullable<PhonePlant["alarms"]>;
  /** The alarm that the plant's status is explained by. */
  readonly reasonId: string | undefined;
}

/** Open alarms of the plant, the one its status names first, then the most severe, each with what to do about it. */
export function PhoneAlarms({ stationId, alarms, reasonId }: PhoneAlarmsProps) {
  const { t } = useTranslation();
  const { total } = alarms;
  const rank = ({ alarmId }: AlarmRow) => Number(alarmId !== reasonId);
  const rows = alarms.rows.toSorted((one, other) => rank(one) - rank(other));
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || total === FEW + 1 ? rows : rows.slice(0, FEW);
  const left = total - shown.length;
  return (
    <section
      className="card phone-card phone-alarms"
      aria-labelledby="phone-alarms"
      data-open={rows.length > 0}
    >
      <h2 id="phone-alarms">
        {t("title.plantAlarms")}
        {rows.length > 0 && <span className="phone-count">{total}</span>}
      </h2>
      {rows.length === 0 && (
        <p className="phone-none">
          <Icon name="check" />
          {t("phonePlant.noAlarms")}
        </p>
      )}
      <Suspense fallback={null}>
        {shown.map((alarm) => (
          <PhoneAlarm key={alarm.alarmId} alarm={alarm} />
        ))}
      </Suspense>
      {left > 0 && !showsAll && (
        <button type="button" className="button" onClick={() => setShowsAll(true)}>
          {t("phone.more", { count: left })}
        </button>
      )}
      {left > 0 && showsAll && (
        <DesktopLink className="button" to={`/station/${stationId}/alarms`}>
          {t("phonePlant.moreAlarms", { count: left })}
        </DesktopLink>
      )}
    </section>
  );
}
