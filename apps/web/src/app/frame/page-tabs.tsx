import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { sessionStore } from "../../shared/api/api.ts";
import { drafts } from "../../shared/session/use-draft.tsx";
import { ConfirmDialog } from "../../shared/ui/dialog.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { findHandle, framedRoutes } from "../routes.tsx";
import { FIRST_PATH, findAddress, listTabs } from "./kept-list.ts";
import type { KeptPagesState } from "./use-kept-list.ts";

type Tab = ReturnType<typeof listTabs>[number];

/** The kept pages as tabs; one that holds something unsaved asks before it closes. */
export function PageTabs({ list, leave }: Pick<KeptPagesState, "list" | "leave">) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Tab>();
  useUnloadGuard(list.pages.some((page) => page.isUnsaved));
  const labelOf = (page: Tab): string => {
    const titleKey = findHandle(framedRoutes, { pathname: page.path })?.titleKey;
    return page.label ?? (titleKey === undefined ? page.path : t(titleKey));
  };
  return (
    <nav className="tabs" aria-label={t("frame.tabs")}>
      {listTabs(list).map((page) => (
        <span key={page.path} className="tab">
          <NavLink className="tab-link" to={findAddress(list, page.path)} end>
            {labelOf(page)}
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
              onClick={() => (page.isUnsaved ? setAsked(page) : leave(page.path))}
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
            void drafts.dropPage(asked.path);
            leave(asked.path);
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
