import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { kinds, leafletPath } from "./kinds.ts";

/** The three kinds and the leaflet, the shown one marked. */
export function KindLinks({ current }: { current: string }) {
  const { t } = useTranslation();
  const pages = [...kinds, { path: leafletPath, title: t("solution.leaflet") }];
  return (
    <nav className="public-choice screen-only" aria-label={t("solution.kinds")}>
      {pages.map(({ path, title }) => (
        <Link key={path} to={path} aria-current={path === current ? "page" : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
