import type { StationDetail } from "@heliograph/contract";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useIsLive, useLive, useLivePlant } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { Blank, FailedBlank, Skeleton } from "../../shared/ui/blank.tsx";
import { PublicLayout } from "../../shared/ui/public-layout.tsx";
import { Scaled } from "../../shared/ui/quantity.tsx";
import { Seen } from "../../shared/ui/seen.tsx";
import { StatusMark } from "../../shared/ui/status-mark.tsx";
import { PhoneUnits } from "./phone-units.tsx";
import { usePhonePlant } from "./use-phone-plant.ts";
import "./phone-plant.css";

/** Values come by push; states and newcomers are read again, at most this often. */
const RELOAD_MS = 20_000;
const SEARCH_MS = 300;

/** A plant's units on a phone, with their values as they come in (R2.17). */
export function PhonePlantPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const stationId = params.get("stationId") ?? "";
  return (
    <PublicLayout>
      {stationId === "" ? (
        <Missing text={t("phonePlant.noAddress")} />
      ) : (
        <PhonePlant key={stationId} stationId={stationId} />
      )}
    </PublicLayout>
  );
}

function PhonePlant({ stationId }: { stationId: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const [pages, setPages] = useState(1);
  const { known, reload } = usePhonePlant({ stationId, search, pages });
  const reloadSoon = useThrottled(reload, RELOAD_MS);
  useLive(`plant:${stationId}`, (message) => {
    if (message.type !== "alarms" && message.stationId === stationId) reloadSoon();
  });
  if (known.state !== "ready") {
    if (known.state === "loading") return <PhoneSkeleton />;
    if (known.state === "missing") return <Missing text={t("phonePlant.missingText")} />;
    return <FailedBlank onRetry={reload} />;
  }
  const { plant, units, total } = known;
  return (
    <>
      <PhoneHead plant={plant} />
      {units === undefined ? (
        <Blank icon="panel" title={t("phonePlant.refused")} text={t("phonePlant.refusedText")} />
      ) : (
        <>
          <input
            className="input phone-search"
            type="search"
            value={typed}
            placeholder={t("phonePlant.search")}
            aria-label={t("phonePlant.search")}
            onChange={({ target }) => {
              setTyped(target.value);
              setPages(1);
            }}
          />
          <PhoneUnits plant={plant} units={units} isSearched={search !== ""} />
          {units.length < total && (
            <button type="button" className="button phone-more" onClick={() => setPages(pages + 1)}>
              {t("phonePlant.more", { count: total - units.length })}
            </button>
          )}
        </>
      )}
      <p className="phone-console screen-only">
        <Link to={`/station/${stationId}`}>{t("phonePlant.console")}</Link>
      </p>
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
      <StatusMark status={isAsleep ? "normal" : status} isAsleep={isAsleep} />
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
            <Seen at={updatedAt} timeZone={plant.timeZone} />
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

/** The same for a plant that is not there and one that is not mine. */
function Missing({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="visually-hidden">{t("title.mobileStation")}</h1>
      <Blank icon="panel" title={t("phonePlant.missing")} text={text}>
        <Link className="button" to="/home">
          {t("action.toHome")}
        </Link>
      </Blank>
    </>
  );
}

function PhoneSkeleton() {
  return (
    <div className="phone-waiting" aria-busy="true">
      {["24rem", "100%", "100%", "100%"].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four shapes that stay what they are
        <Skeleton key={index} width={width} height={index === 0 ? "4rem" : "8rem"} />
      ))}
    </div>
  );
}

/** A value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
