import type { PlantStatus } from "@heliograph/contract";
import { isDark } from "@heliograph/contract/is-dark";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatClock } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { OperatingStatus, statusVariant } from "../../shared/ui/status/operating-status.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";
import "./plant-card.css";
import "./plant-status.css";

interface PlantCardProps {
  readonly plant: {
    readonly name: string;
    readonly status: PlantStatus;
    readonly isAsleep: boolean;
    /** Absent in the list of public plants. */
    readonly isNight?: boolean;
    readonly sunriseAt?: string | null;
    readonly timeZone?: string;
    readonly powerW: number | null;
    readonly installedCapacityKwp: number;
    readonly energyTodayKwh: number | null;
    readonly isUpdating: boolean;
  };
  readonly address: string;
  /** Why the plant has its status. */
  readonly reason: ReactNode;
  /** A third figure beside power and energy. */
  readonly figure?: { readonly name: string; readonly value: ReactNode };
  /** Where the plant is. */
  readonly place?: ReactNode;
}

/** In place of the power of a plant in the dark: the night with its end. */
function Dark({ isAsleep, isNight = isAsleep, sunriseAt, timeZone }: PlantCardProps["plant"]) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const isSunriseKnown = sunriseAt != null && timeZone !== undefined;
  return (
    <span className="plant-card-night">
      <Icon name="moon" />
      <span>
        {t(isNight ? "phone.night" : "phone.lowLight")}
        {isSunriseKnown && (
          <small>{t("phone.sunrise", { time: formatClock(Date.parse(sunriseAt), timeZone, tag) })}</small>
        )}
      </span>
    </span>
  );
}

/** A plant in a list for phones: one target that opens it. */
export function PlantCard({ plant, address, reason, figure, place }: PlantCardProps) {
  const { t } = useTranslation();
  const { name, status, isAsleep, powerW, installedCapacityKwp, energyTodayKwh } = plant;
  const share = Math.min(1, Math.max(0, (powerW ?? 0) / 1000 / installedCapacityKwp));
  return (
    <li className="card plant-card" data-edge={statusVariant({ status, isAsleep })}>
      <h2>
        <Link to={address}>{name}</Link>
        <Icon name="right" />
      </h2>
      <p className="phone-status">
        <OperatingStatus status={status} isAsleep={isAsleep} />
        <span className="plant-card-reason">{reason}</span>
      </p>
      <dl>
        <div>
          <dt>{t("phone.power")}</dt>
          <dd>
            {isDark(plant) ? (
              <Dark {...plant} />
            ) : (
              <Scaled value={powerW} unit="W" isStale={status === "offline"} />
            )}
          </dd>
        </div>
        <div>
          <dt>{t("phone.today")}</dt>
          <dd>
            <Scaled value={energyTodayKwh === null ? null : energyTodayKwh * 1000} unit="Wh" />{" "}
            <UpdatingMark isUpdating={plant.isUpdating} isCompact />
          </dd>
        </div>
        {figure !== undefined && (
          <div>
            <dt>{figure.name}</dt>
            <dd>{figure.value}</dd>
          </div>
        )}
      </dl>
      {place !== undefined && <p className="plant-card-place">{place}</p>}
      {!isDark(plant) && (
        <span className="plant-card-bar" aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </li>
  );
}
