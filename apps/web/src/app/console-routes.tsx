import { accountRoutes } from "../features/account/account.routes.tsx";
import { alarmRoutes } from "../features/alarms/alarms.routes.tsx";
import { apiKeyRoutes } from "../features/api-keys/api-keys.routes.tsx";
import { commandRoutes } from "../features/commands/commands.routes.tsx";
import { commissioningRoutes } from "../features/commissioning/commissioning.routes.tsx";
import { companyRoutes } from "../features/company/company.routes.tsx";
import { compareRoutes } from "../features/compare/compare.routes.tsx";
import { controlRoutes } from "../features/control/control.routes.tsx";
import { correctionRoutes } from "../features/corrections/corrections.routes.tsx";
import { deviceRoutes } from "../features/device/device.routes.tsx";
import { earningsRoutes } from "../features/earnings/earnings.routes.tsx";
import { homeRoutes } from "../features/home/home.routes.tsx";
import { importRoutes } from "../features/import/import.routes.tsx";
import { layoutRoutes } from "../features/layout/layout.routes.tsx";
import { membersRoutes } from "../features/members/members.routes.tsx";
import { personalRoutes } from "../features/personal/personal.routes.tsx";
import { reportRoutes } from "../features/reports/reports.routes.tsx";
import { safetyRoutes } from "../features/safety/safety.routes.tsx";
import { stationRoutes } from "../features/station/station.routes.tsx";
import { stationEditorRoutes } from "../features/station-editor/station-editor.routes.tsx";
import { systemRoutes } from "../features/system/system.routes.tsx";
import { webhookRoutes } from "../features/webhooks/webhooks.routes.tsx";
import { page } from "../shared/routing/page.tsx";
import type { PageRoute } from "../shared/routing/route.ts";

/** Pages of the main layout; without a session they lead to sign-in, and back afterwards. */
export const guardedRoutes: PageRoute[] = [
  ...homeRoutes,
  ...earningsRoutes,
  ...compareRoutes,
  ...stationRoutes,
  ...layoutRoutes,
  ...membersRoutes,
  ...commandRoutes,
  ...commissioningRoutes,
  ...safetyRoutes,
  ...correctionRoutes,
  ...reportRoutes,
  ...stationEditorRoutes,
  ...controlRoutes,
  ...importRoutes,
  ...deviceRoutes,
  ...alarmRoutes,
  ...webhookRoutes,
  ...apiKeyRoutes,
  ...accountRoutes,
  ...personalRoutes,
  ...companyRoutes,
  ...systemRoutes,
];

/** In the main layout with a session, bare without one (R1.16). */
const messageRoutes: PageRoute[] = [
  {
    path: "/401",
    handle: { titleKey: "title.noPermission", layout: "narrow" },
    element: page(async () => (await import("./pages/message-pages.tsx")).NoPermissionPage),
  },
  {
    path: "*",
    handle: { titleKey: "title.notFound", layout: "narrow" },
    element: page(async () => (await import("./pages/message-pages.tsx")).NotFoundPage),
  },
];

/** Everything the main layout can show. */
export const framedRoutes: PageRoute[] = [...guardedRoutes, ...messageRoutes];
