import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useSettled } from "../../shared/base/use-settled.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { sessionStore } from "../../shared/session/current-session.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { phoneHome } from "./phone-addresses.ts";
import { PhoneLayout } from "./phone-layout.tsx";
import type { Trouble } from "./troubles.ts";
import { troubleNamed } from "./troubles.ts";
import { usePhonePlant } from "./use-phone-plant.ts";
import "./phone-plant.css";

const SEARCH_MS = 300;

// The stream and the figures come while the first answer is on its way.
const Content = lazyPart(async () => (await import("./phone-content.tsx")).PhoneContent);

/** A plant's units on a phone, with their values as they come in (R2.17). */
export function PhonePlantPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const stationId = params.get("stationId") ?? "";
  return (
    <PhoneLayout desktopAddress={stationId === "" ? "/home" : `/station/${stationId}`}>
      <Link className="phone-back" to={phoneHome(sessionStore.read()?.isAnonymous === true)}>
        <Icon name="left" />
        {t("phone.plants")}
      </Link>
      {stationId === "" ? (
        <Missing text={t("phonePlant.noAddress")} />
      ) : (
        <PhonePlant key={stationId} stationId={stationId} />
      )}
    </PhoneLayout>
  );
}

function PhonePlant({ stationId }: { stationId: string }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Trouble>();
  const [typed, setTyped] = useState("");
  const settled = useSettled(typed.trim(), SEARCH_MS);
  // The word of a state finds the units in it.
  const named = troubleNamed(settled, (status) => t(`status.${status}`));
  const search = named === undefined ? settled : "";
  const status = named ?? chosen;
  const [pages, setPages] = useState(1);
  const { known, version, reload } = usePhonePlant({ stationId, search, status, pages });
  if (known.state !== "ready") {
    if (known.state === "loading") return <PhoneSkeleton />;
    if (known.state === "missing") return <Missing text={t("phonePlant.missingText")} error={known.error} />;
    return <FailedState error={known.error} onRetry={reload} />;
  }
  return (
    <Suspense fallback={<PhoneSkeleton />}>
      <Content
        plant={known.plant}
        units={known.units}
        total={known.total}
        typed={typed}
        troubled={known.troubled}
        alarms={known.alarms}
        status={status}
        version={version}
        isSearched={settled !== "" || status !== undefined}
        onType={(text) => {
          setTyped(text);
          setPages(1);
        }}
        onChoose={(trouble) => {
          setChosen(trouble);
          if (named !== undefined) setTyped("");
          setPages(1);
        }}
        onMore={() => setPages(pages + 1)}
        onReload={reload}
      />
    </Suspense>
  );
}

/** The same for a plant that is not there and one that is not mine. */
function Missing({ text, error }: { readonly text: string; readonly error?: unknown }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="visually-hidden">{t("title.mobileStation")}</h1>
      <EmptyState icon="panel" title={t("phonePlant.missing")} text={text} error={error}>
        <Link className="button" to="/home">
          {t("action.toHome")}
        </Link>
      </EmptyState>
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
