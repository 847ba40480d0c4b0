import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { sessionStore } from "../../shared/session/current-session.ts";
import { BrandMark, BrandName } from "../../shared/ui/content/brand.tsx";
import "./message-pages.css";

export function NotFoundPage() {
  const { t } = useTranslation();
  return <MessagePage code="404" title={t("notFound.title")} text={t("notFound.text")} />;
}

/** R2.26. */
export function NoPermissionPage() {
  const { t } = useTranslation();
  return <MessagePage code="401" title={t("noPermission.title")} text={t("noPermission.text")} />;
}

function MessagePage({ code, title, text }: { code: string; title: string; text: string }) {
  const { t } = useTranslation();
  const hasSession = sessionStore.read() !== undefined;
  const Element = hasSession ? "div" : "main";
  return (
    <Element className="message-page">
      {!hasSession && (
        <span className="brand">
          <BrandMark />
          <BrandName />
        </span>
      )}
      <svg className="message-drawing" viewBox="0 0 220 96" aria-hidden="true">
        {Array.from({ length: 18 }, (_, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawing of eighteen equal cells
            key={index}
            x={(index % 6) * 36 + 4}
            y={Math.floor(index / 6) * 31 + 2}
            width="32"
            height="27"
            rx="3"
            data-hole={index === 9}
          />
        ))}
      </svg>
      <p className="message-code">{code}</p>
      <h1>{title}</h1>
      <p>{text}</p>
      <Link className="button" data-kind="primary" to={hasSession ? "/home" : "/login"}>
        {hasSession ? t("action.toHome") : t("action.toLogin")}
      </Link>
    </Element>
  );
}
