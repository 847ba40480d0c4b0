import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";
import { systemPath, systemTabs } from "./system-tabs.ts";

const starts: readonly PageRoute[] = ["/system", "/system/setup"].map((path) => ({
  path,
  handle: {},
  element: page(async () => (await import("./system-start.tsx")).SystemStart),
}));

const tabs: readonly PageRoute[] = systemTabs.map(
  ({ tab, titleKey, needs, texts, load }): PageRoute => ({
    path: systemPath(tab),
    handle: { titleKey, needs, isCached: true },
    element: page(
      async () => {
        const Tab = await load();
        return () => <Tab tab={tab} />;
      },
      ...texts,
    ),
  }),
);

const upgrades: readonly PageRoute[] = [
  {
    path: systemPath("upgrades/new"),
    handle: { titleKey: "title.upgrades", needs: "firmware:upgrade", isCached: true },
    element: page(
      async () => (await import("./upgrades/new-upgrade-page.tsx")).NewUpgradePage,
      "upgrades",
      "console",
      "blocks",
    ),
  },
  {
    path: systemPath("upgrades/:id"),
    handle: { titleKey: "title.upgrades", needs: "firmware:upgrade", isCached: true },
    element: page(
      async () => (await import("./upgrades/campaign-page.tsx")).CampaignPage,
      "upgrades",
      "console",
      "blocks",
    ),
  },
];

export const systemRoutes: readonly PageRoute[] = [...starts, ...tabs, ...upgrades];
