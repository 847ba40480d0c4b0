import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { MessageKey } from "../../base/i18n/i18n.ts";
import { sessionStore } from "../../session/current-session.ts";
import { BrandMark, BrandName } from "../content/brand.tsx";
import { LanguageMenu } from "../menu/language-menu.tsx";
import { ThemeMenu } from "../menu/theme-menu.tsx";
import "./public-layout.css";

const productPage = "/mobile/Choose";

const links: readonly { readonly to: string; readonly titleKey: MessageKey }[] = [
  { to: productPage, titleKey: "title.choose" },
  { to: "/mobile/foldout", titleKey: "title.solutions" },
  { to: "/mobile/download", titleKey: "title.download" },
  { to: "/agreement", titleKey: "title.agreement" },
];

interface PublicLayoutProps {
  /** Content beside the menus at the top. */
  readonly tools?: ReactNode;
  /** Where the brand leads; the product information by default. */
  readonly home?: string;
  /** Links at the bottom instead of those to the public pages. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of public pages, from 360 px to the widest screen; not printed (R1.16). */
export function PublicLayout({ tools, home = productPage, foot, children }: PublicLayoutProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const hasSession = sessionStore.read() !== undefined;
  return (
    <div className="public">
      <button type="button" className="public-skip" onClick={() => document.getElementById("main")?.focus()}>
        {t("publicLayout.skip")}
      </button>
      <header className="public-head">
        <Link className="brand" to={home}>
          <BrandMark />
          <BrandName />
        </Link>
        <span className="push" />
        <LanguageMenu />
        <ThemeMenu />
        {tools}
      </header>
      <main className="public-main" id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="public-foot">
        <nav aria-label={t("publicLayout.more")}>
          {foot ?? (
            <>
              <Link to={hasSession ? "/home" : "/login"}>
                {hasSession ? t("action.toHome") : t("action.toLogin")}
              </Link>
              {links.map(({ to, titleKey }) => (
                <Link key={to} to={to} aria-current={pathname === to ? "page" : undefined}>
                  {t(titleKey)}
                </Link>
              ))}
            </>
          )}
        </nav>
      </footer>
    </div>
  );
}
