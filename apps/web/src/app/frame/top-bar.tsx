import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, refreshPath } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { BrandMark, BrandName } from "../../shared/ui/content/brand.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { LanguageMenu } from "../../shared/ui/menu/language-menu.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { AppearanceMenu } from "./appearance-menu.tsx";
import { formatBadge } from "./badge.ts";
import type { CachedPageList } from "./cached-page-list.ts";
import { FIRST_PATH, findAddress } from "./cached-page-list.ts";
import type { MenuArea } from "./menu.ts";
import { PaletteButton } from "./palette-button.tsx";
import { TaskTray } from "./task-tray.tsx";

interface TopBarProps {
  readonly areas: readonly MenuArea[];
  readonly area: MenuArea;
  readonly list: CachedPageList;
}

export function TopBar({ areas, area, list }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <header className="top-bar">
      <Link className="brand" to={findAddress(list, FIRST_PATH)}>
        <BrandMark />
        <BrandName />
      </Link>
      <nav aria-label={t("frame.areas")}>
        {areas.map(({ titleKey, pages: [first] }) => (
          <Link
            key={titleKey}
            className="area"
            to={findAddress(list, first?.path ?? FIRST_PATH)}
            aria-current={titleKey === area.titleKey ? "true" : undefined}
          >
            {t(titleKey)}
          </Link>
        ))}
      </nav>
      <span className="push" />
      <PaletteButton areas={areas} />
      <TaskTray />
      <AlarmBell />
      <LanguageMenu />
      <AppearanceMenu />
      <AccountMenu hasUnsaved={list.pages.some((page) => page.isUnsaved)} />
    </header>
  );
}

/** Number of unresolved alarms of accessible plants; links to them. */
function AlarmBell() {
  const { t } = useTranslation();
  const can = useCan("alarm:read") === true;
  const { data: count } = useQuery({
    ...queryOf(endpoints.home.warningCount),
    enabled: can,
    refetchInterval: 60_000,
  });
  const reload = useThrottled(() => refreshPath(endpoints.home.warningCount.path), 2_000);
  useLive("alarms", reload);
  if (!can || count === undefined) return null;
  const label = `${t("frame.alarms", { count })}. ${t("frame.toAlarms")}`;
  return (
    <Link className="bell" to="/alarms/device?status=unresolved" aria-label={label} title={label}>
      <Icon name="bell" />
      {count > 0 && (
        <span className="badge" aria-hidden="true">
          {formatBadge(count)}
        </span>
      )}
    </Link>
  );
}
