import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { drafts } from "../../shared/drafts/use-draft.tsx";
import { sessionStore } from "../../shared/session/current-session.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { ConfirmDialog } from "../../shared/ui/dialog/dialog.tsx";
import { framedRoutes } from "../console-routes.tsx";
import { findHandle } from "../routes.tsx";
import type { PageTab } from "./cached-page-list.ts";
import { FIRST_PATH, findAddress, listTabs } from "./cached-page-list.ts";
import type { CachedPagesState } from "./use-cached-pages.ts";

/** The cached pages as tabs; closing one with unsaved input asks for confirmation. */
export function PageTabs({ list, closeTab }: Pick<CachedPagesState, "list" | "closeTab">) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<PageTab>();
  useUnloadGuard(list.pages.some((page) => page.isUnsaved));
  const labelOf = (page: PageTab): string => {
    const titleKey = findHandle(framedRoutes, { pathname: page.path })?.titleKey;
    return page.label ?? (titleKey === undefined ? page.path : t(titleKey));
  };
  return (
    <nav className="tabs" aria-label={t("frame.tabs")}>
      {listTabs(list).map((page) => (
        <span key={page.path} className="tab">
          <NavLink className="tab-link" to={findAddress(list, page.path)} end title={labelOf(page)}>
            <span className="tab-name">{labelOf(page)}</span>
            {page.isUnsaved && (
              <span
                className="tab-unsaved"
                role="img"
                aria-label={t("frame.unsaved")}
                title={t("frame.unsaved")}
              />
            )}
          </NavLink>
          {page.path !== FIRST_PATH && (
            <button
              type="button"
              className="tab-close"
              aria-label={t("frame.closeTab", { name: labelOf(page) })}
              onClick={() => (page.isUnsaved ? setAsked(page) : closeTab(page.path))}
            >
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
      {asked !== undefined && (
        <ConfirmDialog
          title={t("frame.unsavedTitle", { name: labelOf(asked) })}
          text={t("frame.unsavedText")}
          confirmText={t("frame.closeAnyway")}
          onConfirm={() => {
            setAsked(undefined);
            for (const path of asked.paths) void drafts.dropPage(path);
            closeTab(asked.path);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </nav>
  );
}

/** Lets the browser ask before the whole console goes with something unsaved in it. */
function useUnloadGuard(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent): void => {
      // When the session is over, sign-in comes whatever was typed.
      if (sessionStore.read() !== undefined) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
}
