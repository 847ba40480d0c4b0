import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Layout } from "../../shared/roof/geometry.ts";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { AlarmedUnit } from "./roof-alarms.ts";

/** Units named before a user asks for the others; one more where it would be the only other. */
const FEW = 5;

interface PhoneRoofAlarmsProps {
  readonly layout: Layout;
  readonly alarmed: readonly AlarmedUnit[];
  readonly onSelect: (unit: number) => void;
}

/** What the marks of alarms on the roof are, in words; a name selects its unit. */
export function PhoneRoofAlarms({ layout, alarmed, onSelect }: PhoneRoofAlarmsProps) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || alarmed.length === FEW + 1 ? alarmed : alarmed.slice(0, FEW);
  const left = alarmed.length - shown.length;
  return (
    <section className="phone-roof-alarms" aria-label={t("layout.alarms")}>
      <span>{t("layout.alarms")}</span>
      <ul>
        {shown.map(({ unit, alarms: [{ severity }] }) => {
          const { label, sn } = layout.units[unit]!;
          return (
            <li key={unit}>
              <button type="button" className="button" onClick={() => onSelect(unit)}>
                <StatusMark variant={severity} text={label || (sn ?? "")} />
                <span className="visually-hidden"> · {t(`status.${severity}`)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {left > 0 && (
        <button type="button" className="button" onClick={() => setShowsAll(true)}>
          {t("phone.more", { count: left })}
        </button>
      )}
    </section>
  );
}
