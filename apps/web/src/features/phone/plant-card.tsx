import type { PlantStatus } from "@heliograph/contract";
import { isDark } from "@heliograph/contract/is-dark";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatShare } from "../../shared/base/format/numbers.ts";
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

/** The power of a plant; in the dark it is named by the night, with its end, or by the low light. */
function Power({ plant }: Pick<PlantCardProps, "plant">) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { status, isAsleep, isNight = isAsleep, powerW, sunriseAt, timeZone } = plant;
  const isOut = isDark(plant);
  const light = isNight ? "phone.night" : "phone.lowLight";
  return (
    <div>
      <dt>
        {isOut && <Icon name="moon" />}
        {t(isOut ? light : "phone.power")}
      </dt>
      <dd>
        {isOut && sunriseAt != null && timeZone !== undefined ? (
          <span className="plant-card-night">
            {t("phone.sunrise", { time: formatClock(Date.parse(sunriseAt), timeZone, tag) })}
          </span>
        ) : (
          <Scaled value={powerW} unit="W" isStale={status === "offline"} />
        )}
      </dd>
    </div>
  );
}

/** Power as a share of the installed capacity. */
function Share({ plant: { powerW, installedCapacityKwp } }: Pick<PlantCardProps, "plant">) {
  const { tag } = useLocale();
  const share = (powerW ?? 0) / 1000 / installedCapacityKwp;
  return (
    <p className="plant-card-share">
      <span className="plant-card-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
      </span>
      <span>
        {formatShare(share, tag, 0)} · <Scaled value={installedCapacityKwp * 1000} unit="Wp" />
      </span>
    </p>
  );
}

/** A plant in a list for phones: one target that opens it. */
export function PlantCard({ plant, address, reason, figure, place }: PlantCardProps) {
  const { t } = useTranslation();
  const { name, status, isAsleep, energyTodayKwh } = plant;
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
        <Power plant={plant} />
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
      {plant.powerW !== null && !isDark(plant) && <Share plant={plant} />}
    </li>
  );
}
