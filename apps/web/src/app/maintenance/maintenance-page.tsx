import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../shared/api/queries.ts";
import { setPageLayout } from "../../shared/base/theme/scale.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import { BrandMark, BrandName } from "../../shared/ui/content/brand.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { LanguageMenu } from "../../shared/ui/menu/language-menu.tsx";
import { ThemeMenu } from "../../shared/ui/menu/theme-menu.tsx";
import { signOut } from "../frame/sign-out.ts";
import { PlantList } from "./plant-list.tsx";
import { useMaintenance } from "./use-maintenance.ts";
import { useMoment } from "./use-moment.ts";
import "./maintenance.css";

/** What all but super users see from stop to restart (R1.12); the console behind it is as it was left. */
export function MaintenancePage() {
  const { t } = useTranslation();
  const moment = useMoment();
  const backAt = useMaintenance()?.backAt;
  const leaveText = sessionStore.read()?.isAnonymous === true ? t("action.toLogin") : t("account.signOut");
  // Fits a phone too, other than the console it stands for.
  useEffect(() => {
    setPageLayout("narrow");
    return () => setPageLayout("main");
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <div className="maintenance">
        <header>
          <span className="brand">
            <BrandMark />
            <BrandName />
          </span>
          <LanguageMenu />
          <ThemeMenu />
          <button
            type="button"
            className="button"
            data-kind="quiet"
            aria-label={leaveText}
            onClick={() => void signOut()}
          >
            <Icon name="leave" />
            <span>{leaveText}</span>
          </button>
        </header>
        <main className="maintenance-main" id="main" tabIndex={-1}>
          <div className="maintenance-words">
            <Icon name="wrench" />
            <h1>{t("maintenance.stopped.title")}</h1>
            {typeof backAt === "string" && (
              <p role="status">{t("maintenance.stopped.text", { back: moment(backAt) })}</p>
            )}
            <p>{t("maintenance.stopped.plantsRun")}</p>
          </div>
          <PlantList />
        </main>
      </div>
    </QueryClientProvider>
  );
}
