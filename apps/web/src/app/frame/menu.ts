import { systemPath, systemTabs } from "../../features/system/system-tabs.ts";
import type { MessageKey } from "../../shared/base/i18n/i18n.ts";
import type { RequiredPermission } from "../../shared/session/permissions.ts";
import type { IconName } from "../../shared/ui/content/icon.tsx";

export interface MenuPage {
  readonly path: string;
  readonly titleKey: MessageKey;
  readonly icon: IconName;
  readonly needs?: RequiredPermission;
  /** Hidden from anonymous sessions: the page is about one's own account. */
  readonly isPersonal?: boolean;
}

export interface MenuArea {
  readonly titleKey: MessageKey;
  readonly pages: readonly MenuPage[];
  /** First parts of paths without an entry of their own that belong here too. */
  readonly roots?: readonly string[];
}

/** Areas of the top menu with their pages in the sidebar; finished pages only. */
export const menu: readonly MenuArea[] = [
  {
    titleKey: "menu.home",
    roots: ["station", "edit-power-station"],
    pages: [
      { path: "/home", titleKey: "title.home", icon: "panel" },
      { path: "/compare", titleKey: "frame.compare", icon: "columns", needs: "station:read" },
      { path: "/earnings", titleKey: "frame.earnings", icon: "bolt", needs: "station:read" },
      {
        path: "/reports",
        titleKey: "frame.reports",
        icon: "document",
        needs: "station:read",
        isPersonal: true,
      },
      {
        path: "/shutdowns",
        titleKey: "frame.shutdowns",
        icon: "lock",
        needs: "station:read",
        isPersonal: true,
      },
      { path: "/add-power-station", titleKey: "title.addStation", icon: "plus", needs: "station:add" },
    ],
  },
  {
    titleKey: "menu.control",
    pages: [
      { path: "/control/list", titleKey: "title.dataList", icon: "list", needs: "device:read" },
      { path: "/control/import", titleKey: "title.deviceImport", icon: "plus", needs: "device:import" },
    ],
  },
  {
    titleKey: "menu.alarms",
    pages: [
      { path: "/alarms/device", titleKey: "title.deviceAlarms", icon: "bell", needs: "alarm:read" },
      { path: "/alarms/threshold", titleKey: "title.thresholdAlarms", icon: "warning", needs: "alarm:read" },
      { path: "/alarms/log", titleKey: "title.alarmLog", icon: "book", needs: "alarm:read" },
      { path: "/alarms/codes", titleKey: "frame.faultCodes", icon: "help", needs: "alarm:read" },
      { path: "/alarms/webhooks", titleKey: "frame.webhooks", icon: "server", needs: "alarm:read" },
    ],
  },
  {
    titleKey: "menu.account",
    pages: [
      { path: "/account/list", titleKey: "title.accounts", icon: "person", needs: "account:read" },
      { path: "/account/companies", titleKey: "title.companies", icon: "list", needs: "company:read" },
      { path: "/company-detail", titleKey: "title.company", icon: "company", isPersonal: true },
      { path: "/account/api-keys", titleKey: "frame.apiKeys", icon: "lock", isPersonal: true },
      { path: "/personal-center", titleKey: "title.personal", icon: "person", isPersonal: true },
    ],
  },
  {
    titleKey: "menu.system",
    pages: systemTabs.map(({ tab, titleKey, icon, needs }) => ({
      path: systemPath(tab),
      titleKey,
      icon,
      needs,
    })),
  },
];

/** The area a path belongs to: the one with its page, else the one whose pages share its first part. */
export function findArea(areas: readonly MenuArea[], path: string): MenuArea | undefined {
  const first = path.split("/")[1];
  return (
    areas.find(({ pages }) => pages.some((page) => page.path === path)) ??
    areas.find(
      ({ pages, roots }) =>
        roots?.includes(first ?? "") === true || pages.some((page) => page.path.split("/")[1] === first),
    )
  );
}
