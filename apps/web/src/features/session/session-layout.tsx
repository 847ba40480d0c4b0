import type { ReactNode } from "react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { BrandMark, BrandName } from "../../shared/ui/content/brand.tsx";
import { LanguageMenu } from "../../shared/ui/menu/language-menu.tsx";
import { ThemeMenu } from "../../shared/ui/menu/theme-menu.tsx";
import { ServerChoice } from "./server-choice.tsx";
import "./session-layout.css";

// The form matters most; the picture may load after it.
const RoofDrawing = lazyPart(async () => (await import("./roof-drawing.tsx")).RoofDrawing);

// At the bottom of the page, and only if there are contacts.
const ContactsButton = lazyPart(async () => (await import("./contacts-button.tsx")).ContactsButton);

interface SessionLayoutProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Content between the page and the language menu. */
  readonly beside?: ReactNode;
}

/** Layout of sign-in, registration and password pages: a roof at the left, the page at the right (R2.6). */
export function SessionLayout({ title, children, beside }: SessionLayoutProps) {
  const { t } = useTranslation();
  return (
    <main className="login">
      <div className="login-picture">
        <Suspense fallback={null}>
          <RoofDrawing />
        </Suspense>
        <p>{t("login.claim")}</p>
      </div>
      <div className="login-side">
        <div className="login-box">
          <span className="brand">
            <BrandMark />
            <BrandName />
          </span>
          <h1>{title}</h1>
          {children}
          {beside}
          <ServerChoice />
          <footer>
            <LanguageMenu />
            <ThemeMenu />
            <Suspense fallback={null}>
              <ContactsButton />
            </Suspense>
          </footer>
        </div>
      </div>
    </main>
  );
}
