import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { Icon } from "../../shared/ui/content/icon.tsx";
import type { CachedPageList } from "./cached-page-list.ts";
import { findAddress } from "./cached-page-list.ts";
import type { MenuArea } from "./menu.ts";
import { toggleSidebar, useSidebarOpen } from "./sidebar-state.ts";

/** Pages of the area; each leads to where it was left. */
export function Sidebar({ area, list }: { area: MenuArea; list: CachedPageList }) {
  const { t } = useTranslation();
  const isOpen = useSidebarOpen();
  return (
    <nav className="sidebar" data-open={isOpen} aria-label={t("frame.pages")}>
      <p className="sidebar-title">{t(area.titleKey)}</p>
      {area.pages.map(({ path, titleKey, icon }) => (
        <NavLink
          key={path}
          className="side-link"
          to={findAddress(list, path)}
          end
          title={isOpen ? undefined : t(titleKey)}
        >
          <Icon name={icon} />
          <span className={isOpen ? undefined : "visually-hidden"}>{t(titleKey)}</span>
        </NavLink>
      ))}
      <button
        type="button"
        className="sidebar-fold"
        aria-expanded={isOpen}
        aria-label={t("frame.collapse")}
        onClick={toggleSidebar}
      >
        <Icon name={isOpen ? "left" : "right"} />
        {isOpen && t("frame.collapse")}
      </button>
    </nav>
  );
}
