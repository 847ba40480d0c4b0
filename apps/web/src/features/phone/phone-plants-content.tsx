import type { PlantStatus, StationRow } from "@heliograph/contract";
import { isWithoutReports } from "@heliograph/contract/is-without-reports";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLive, useLivePlant } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { DesktopLink } from "./desktop-link.tsx";
import { FleetTotals } from "./fleet-totals.tsx";
import { phonePlantAddress } from "./phone-addresses.ts";
import { PhonePlantFilters } from "./phone-plant-filters.tsx";
import { PhonePlantOrder } from "./phone-plant-order.tsx";
import { PlantCard } from "./plant-card.tsx";
import type { PlantListing, PlantListingChange } from "./plant-listing.ts";
import { withoutFilters } from "./plant-listing.ts";
import { PlantReason } from "./plant-reason.tsx";
import { PlantStatusChips } from "./plant-status-chips.tsx";
import type { PhonePlants } from "./use-phone-plants.ts";
import "./phone-plants.css";

/** Power is pushed; statuses, energies and alarms are read again, at most this often. */
const RELOAD_MS = 10_000;

interface PhonePlantsContentProps {
  readonly plants: PhonePlants;
  readonly listing: PlantListing;
  readonly onChange: (change: PlantListingChange) => void;
  readonly onMore: () => void;
  readonly onReload: () => void;
}

export function PhonePlantsContent(props: PhonePlantsContentProps) {
  const { plants, listing, onChange, onMore, onReload } = props;
  const { rows, total, overview } = plants;
  const { t } = useTranslation();
  const reloadSoon = useThrottled(onReload, RELOAD_MS);
  useLive("plants", reloadSoon, onReload);
  if (overview.plantCount === 0) return <NoPlants />;
  return (
    <>
      <ConnectionNotice />
      {overview.plantCount > 1 && (
        <>
          <FleetTotals overview={overview} />
          <div className="phone-list-tools">
            <label className="phone-plant-search">
              <Icon name="search" />
              <input
                className="input"
                type="search"
                value={listing.search}
                placeholder={t("phone.search")}
                aria-label={t("phone.search")}
                onChange={({ target }) => onChange({ search: target.value })}
              />
            </label>
            {sessionStore.read()?.isAnonymous === false && (
              <PhonePlantFilters listing={listing} onChange={onChange} />
            )}
          </div>
          <PlantStatusChips
            counts={overview.countByStatus}
            chosen={listing.filters.status as PlantStatus | undefined}
            onChoose={(status) => onChange({ filters: { status } })}
          />
          <div className="phone-list-head">
            <p role="status">{t("phone.found", { count: total })}</p>
            <PhonePlantOrder listing={listing} overview={overview} onChange={onChange} />
          </div>
        </>
      )}
      {rows.length === 0 && (
        <EmptyState icon="search" title={t("phone.noMatch")} text={t("phone.noMatchText")}>
          <button type="button" className="button" onClick={() => onChange(withoutFilters)}>
            {t("phone.clear")}
          </button>
        </EmptyState>
      )}
      <ul className="plant-cards">
        {rows.map((row) => (
          <LivePlantCard key={row.stationId} row={row} />
        ))}
      </ul>
      {rows.length < total && (
        <button type="button" className="button phone-more" onClick={onMore}>
          {t("phone.more", { count: total - rows.length })}
        </button>
      )}
    </>
  );
}

function NoPlants() {
  const { t } = useTranslation();
  return (
    <EmptyState icon="panel" title={t("phone.none")} text={t("phone.noneText")}>
      <DesktopLink className="button" to="/home">
        {t("phone.openDesktop")}
      </DesktopLink>
    </EmptyState>
  );
}

function LivePlantCard({ row }: { readonly row: StationRow }) {
  const { t } = useTranslation();
  const live = useLivePlant(row.stationId);
  // A pushed status that differs from the list's is explained by the next response.
  const { alarm, statusReason } =
    live === undefined || live.status === row.status ? row : { alarm: null, statusReason: null };
  const plant = { ...row, ...live, alarm, statusReason };
  return (
    <PlantCard
      plant={{
        ...plant,
        energyTodayKwh: isWithoutReports(row) ? null : liveEnergyKwh(row, live?.energyTodayWh),
      }}
      address={phonePlantAddress(row.stationId)}
      reason={<PlantReason plant={plant} />}
      {...(row.openAlarms !== null && {
        figure: { name: t("phone.alarms"), value: <AlarmCount count={row.openAlarms} /> },
      })}
    />
  );
}

/** Energy as it was pushed, where energy is visible to the caller. */
const liveEnergyKwh = ({ energyTodayKwh }: StationRow, pushedWh: number | null | undefined) =>
  energyTodayKwh === null || pushedWh == null ? energyTodayKwh : pushedWh / 1000;

function AlarmCount({ count }: { readonly count: number }) {
  const { tag } = useLocale();
  return (
    <span className="quantity" data-alarms={count > 0}>
      {formatNumber(count, tag, 0)}
    </span>
  );
}
