import type { Device, StationDetail } from "@heliograph/contract";
import { isWithoutReports } from "@heliograph/contract/is-without-reports";
import type { ReactNode } from "react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { useLive, useLivePlant } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { PhoneAlarms } from "./phone-alarms.tsx";
import { PhoneCurve } from "./phone-curve.tsx";
import { PhoneEarnings } from "./phone-earnings.tsx";
import { PhoneEnergy } from "./phone-energy.tsx";
import { PhonePower } from "./phone-power.tsx";
import { PlantReason } from "./plant-reason.tsx";
import { TroubleChips } from "./trouble-chips.tsx";
import type { Trouble, TroubledUnits } from "./troubles.ts";
import type { PhonePlant } from "./use-phone-plant.ts";
import "./plant-status.css";

/** Values are pushed; statuses and unseen units are read again, at most this often. */
const RELOAD_MS = 20_000;
const DEVICES_ID = "phone-devices";

// The figures are on screen before the drawing of the roof is loaded.
const FieldLink = lazyPart(async () => (await import("./field/field-link.tsx")).FieldLink);

// Below the first view.
const PhoneContacts = lazyPart(async () => (await import("./phone-contacts.tsx")).PhoneContacts);

const Units = lazyPart(async () => (await import("./phone-units.tsx")).PhoneUnits);

const Roof = lazyPart(async () => {
  const [module] = await Promise.all([import("./phone-roof.tsx"), loadTexts("layout")]);
  return module.PhoneRoof;
});

const Safety = lazyPart(async () => {
  const [module] = await Promise.all([import("./phone-safety.tsx"), loadTexts("safety")]);
  return module.PhoneSafety;
});

const NoSwitches = lazyPart(async () => {
  const [module] = await Promise.all([import("./phone-safety.tsx"), loadTexts("safety")]);
  return module.PhoneNoSwitches;
});

interface PhoneContentProps {
  readonly plant: StationDetail;
  /** Undefined when this session may see the plant but not its devices. */
  readonly units: readonly Device[] | undefined;
  readonly total: number;
  readonly troubled: readonly TroubledUnits[];
  readonly alarms: PhonePlant["alarms"];
  readonly status: Trouble | undefined;
  /** Changes when the plant was read again. */
  readonly version: number;
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
  version,
  typed,
  isSearched,
  onType,
  onChoose,
  onMore,
  onReload,
}: PhoneContentProps) {
  const { t } = useTranslation();
  const showsEnergy = !plant.hiddenParts.includes("energy");
  const showsRoof = !plant.hiddenParts.includes("layout") && plant.level !== "public";
  const showsSafety = plant.level !== "public" && !plant.hiddenParts.includes("devices");
  const isNew = isWithoutReports(plant);
  const hasSafety = showsSafety && (!isNew || total > 0);
  const field = showsSafety && (
    <Suspense>
      <FieldLink plant={plant} />
    </Suspense>
  );
  const reloadSoon = useThrottled(onReload, RELOAD_MS);
  useLive(`plant:${plant.stationId}`, reloadSoon, onReload);
  return (
    <>
      <PhoneHead plant={plant} hasDevices={total > 0} />
      <ConnectionNotice />
      <div className="phone-cards">
        {isNew ? (
          <NewPlant isPublic={plant.level === "public"}>{field}</NewPlant>
        ) : (
          <PhonePower plant={plant} />
        )}
        {hasSafety && (
          <Suspense fallback={<Skeleton width="100%" height="7rem" />}>
            <Safety plant={plant} />
          </Suspense>
        )}
        {alarms !== undefined && (
          <PhoneAlarms stationId={plant.stationId} alarms={alarms} reasonId={plant.alarm?.alarmId} />
        )}
        {showsEnergy && !isNew && <PhoneCurve plant={plant} version={version} />}
        {hasSafety && (
          <Suspense>
            <NoSwitches plant={plant} />
          </Suspense>
        )}
        {showsEnergy && !isNew && <PhoneEnergy plant={plant} version={version} />}
        {showsRoof && (
          <Suspense>
            <Roof plant={plant} alarms={alarms?.rows} />
          </Suspense>
        )}
        {!isNew && <PhoneEarnings plant={plant} version={version} />}
        <Suspense>
          <PhoneContacts plant={plant} />
        </Suspense>
        {!isNew && field}
      </div>
      {(units === undefined || total > 0 || !isNew || isSearched) && (
        <>
          <h2 className="phone-devices" id={DEVICES_ID}>
            {t("phonePlant.units")}
          </h2>
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
              <Suspense fallback={<Skeleton width="100%" height="40rem" />}>
                <Units
                  plant={plant}
                  units={units}
                  troubled={troubled}
                  isSearched={isSearched}
                  isTyped={typed.trim() !== ""}
                />
              </Suspense>
              {units.length < total && (
                <button type="button" className="button phone-more" onClick={onMore}>
                  {t("phonePlant.more", { count: total - units.length })}
                </button>
              )}
            </>
          )}
        </>
      )}
    </>
  );
}

/** A plant without any report: what is still to do, instead of figures without values. */
function NewPlant({ isPublic, children }: { readonly isPublic: boolean; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="card phone-card">
      <EmptyState
        icon="panel"
        title={t("phonePlant.newTitle")}
        {...(!isPublic && { text: t("phonePlant.newText") })}
      >
        {children}
      </EmptyState>
    </section>
  );
}

function PhoneHead({ plant, hasDevices }: { readonly plant: StationDetail; readonly hasDevices: boolean }) {
  const { t } = useTranslation();
  const live = useLivePlant(plant.stationId);
  const { status, isAsleep, updatedAt } = live ?? plant;
  // A pushed status that differs from the plant's is explained by the next response.
  const explained = status === plant.status ? plant : { ...plant, alarm: null, statusReason: null };
  return (
    <header className="phone-head">
      <h1>{plant.name}</h1>
      <p className="phone-status">
        <OperatingStatus status={status} isAsleep={isAsleep} />
        <span className="plant-card-reason">
          <PlantReason plant={{ ...explained, status, updatedAt }} />
        </span>
      </p>
      {hasDevices && (
        <button
          type="button"
          className="button"
          data-kind="quiet"
          onClick={() => document.getElementById(DEVICES_ID)?.scrollIntoView()}
        >
          <Icon name="down" />
          {t("phonePlant.units")}
        </button>
      )}
    </header>
  );
}
