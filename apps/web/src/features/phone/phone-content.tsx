import type { Device, StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useIsLive, useLive, useLivePlant } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import { PhoneAlarms } from "./phone-alarms.tsx";
import { PhoneUnits } from "./phone-units.tsx";
import { TroubleChips } from "./trouble-chips.tsx";
import type { Trouble, TroubledUnits } from "./troubles.ts";
import type { PhonePlant } from "./use-phone-plant.ts";

/** Values are pushed; statuses and unseen units are read again, at most this often. */
const RELOAD_MS = 20_000;

interface PhoneContentProps {
  readonly plant: StationDetail;
  /** Undefined when this session may see the plant but not its devices. */
  readonly units: readonly Device[] | undefined;
  readonly total: number;
  readonly troubled: readonly TroubledUnits[];
  readonly alarms: PhonePlant["alarms"];
  readonly status: Trouble | undefined;
  readonly typed: string;
  readonly isSearched: boolean;
  readonly onType: (typed: string) => void;
  readonly onChoose: (status: Trouble | undefined) => void;
  readonly onMore: () => void;
  readonly onReload: () => void;
}

/** A plant on the phone, updated by the event stream. */
export function PhoneContent({
  plant,
  units,
  total,
  troubled,
  alarms,
  status,
  typed,
  isSearched,
  onType,
  onChoose,
  onMore,
  onReload,
}: PhoneContentProps) {
  const { t } = useTranslation();
  const reloadSoon = useThrottled(onReload, RELOAD_MS);
  useLive(`plant:${plant.stationId}`, reloadSoon, onReload);
  return (
    <>
      <PhoneHead plant={plant} />
      <PhoneAlarms stationId={plant.stationId} alarms={alarms} />
      {units === undefined ? (
        <EmptyState icon="panel" title={t("phonePlant.refused")} text={t("phonePlant.refusedText")} />
      ) : (
        <>
          <input
            className="input phone-search"
            type="search"
            value={typed}
            placeholder={t("phonePlant.search")}
            aria-label={t("phonePlant.search")}
            onChange={({ target }) => onType(target.value)}
          />
          <TroubleChips troubled={troubled} chosen={status} onChoose={onChoose} />
          <PhoneUnits
            plant={plant}
            units={units}
            troubled={isSearched ? [] : troubled.flatMap(({ rows }) => rows)}
            isSearched={isSearched}
          />
          {units.length < total && (
            <button type="button" className="button phone-more" onClick={onMore}>
              {t("phonePlant.more", { count: total - units.length })}
            </button>
          )}
        </>
      )}
    </>
  );
}

function PhoneHead({ plant }: { plant: StationDetail }) {
  const { t } = useTranslation();
  const live = useLivePlant(plant.stationId);
  const isLive = useIsLive();
  const { status, isAsleep, powerW, updatedAt } = live ?? plant;
  return (
    <header className="phone-head">
      <h1>{plant.name}</h1>
      <OperatingStatus status={status} isAsleep={isAsleep} />
      <dl className="phone-figures">
        <div>
          <dt>{t("phonePlant.power")}</dt>
          <dd>
            <Scaled value={powerW} unit="W" />
          </dd>
        </div>
        <div>
          <dt>{t("phonePlant.seen")}</dt>
          <dd>
            <TimeAgo at={updatedAt} timeZone={plant.timeZone} />
          </dd>
        </div>
      </dl>
      {!isLive && (
        <p className="phone-notice" role="status">
          {t("phonePlant.notLive")}
        </p>
      )}
    </header>
  );
}
