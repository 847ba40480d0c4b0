import { endpoints } from "virtual:endpoints";
import type { PlantPart, StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../api/queries.ts";
import { usePermissions } from "../auth/allowed.tsx";
import type { MessageKey } from "../base/i18n/i18n.ts";
import type { RequiredPermission } from "../session/permissions.ts";
import { isAllowed } from "../session/permissions.ts";
import { fromPlant } from "./from-plant.ts";

export type PlantTab =
  | "overview"
  | "layout"
  | "devices"
  | "alarms"
  | "earnings"
  | "reports"
  | "corrections"
  | "commands"
  | "safety"
  | "members";

interface TabSpec {
  readonly tab: PlantTab;
  /** What follows the plant's address. */
  readonly path: string;
  readonly titleKey: MessageKey;
  readonly needs?: RequiredPermission;
  /** The plant's settings may hide the page with this part. */
  readonly part?: PlantPart;
  /** Not for users who see the plant only because it is public. */
  readonly isPrivate?: true;
}

/** Pages of a plant in the order of their tabs. */
const tabs: readonly TabSpec[] = [
  { tab: "overview", path: "", titleKey: "frame.overview" },
  {
    tab: "layout",
    path: "/layout",
    titleKey: "frame.layout",
    needs: "station:read",
    part: "layout",
    isPrivate: true,
  },
  {
    tab: "devices",
    path: "/devices",
    titleKey: "frame.devices",
    needs: "device:read",
    part: "devices",
    isPrivate: true,
  },
  {
    tab: "alarms",
    path: "/alarms",
    titleKey: "title.plantAlarms",
    needs: "alarm:read",
    part: "alarms",
    isPrivate: true,
  },
  {
    tab: "earnings",
    path: "/earnings",
    titleKey: "frame.earnings",
    needs: "station:read",
    part: "earnings",
    isPrivate: true,
  },
  {
    tab: "reports",
    path: "/reports",
    titleKey: "frame.reports",
    needs: "station:read",
    part: "energy",
    isPrivate: true,
  },
  {
    tab: "corrections",
    path: "/corrections",
    titleKey: "frame.corrections",
    needs: "station:read",
    part: "energy",
    isPrivate: true,
  },
  {
    tab: "commands",
    path: "/commands",
    titleKey: "frame.commands",
    needs: "device:read",
    part: "devices",
    isPrivate: true,
  },
  {
    tab: "safety",
    path: "/safety",
    titleKey: "frame.safety",
    needs: "station:read",
    part: "devices",
    isPrivate: true,
  },
  { tab: "members", path: "/members", titleKey: "title.members", needs: "station:read" },
];

/** Pages of a plant that the user may open. */
function useShownTabs({ stationId, level, hiddenParts }: StationDetail): readonly TabSpec[] {
  const { data: permissions } = usePermissions();
  const { data: ops } = useQuery(queryOf(endpoints.permission.checkStationOp, { stationId }));
  return tabs.filter(
    ({ tab, needs, part, isPrivate }) =>
      (needs === undefined || (permissions !== undefined && isAllowed(permissions, needs))) &&
      (part === undefined || !hiddenParts.includes(part)) &&
      (isPrivate !== true || level !== "public") &&
      (tab !== "members" || ops?.share.allowed === true),
  );
}

interface PlantTabsProps {
  readonly plant: StationDetail;
  readonly current: PlantTab;
  /** Number of open alarms, where they are visible. */
  readonly alarmCount: number | undefined;
}

/** The pages of a plant as links, the same on each of them. */
export function PlantTabs({ plant, current, alarmCount = 0 }: PlantTabsProps) {
  const { t } = useTranslation();
  const shown = useShownTabs(plant);
  return (
    <nav className="plant-tabs" aria-label={t("frame.plantPages")}>
      {shown.map(({ tab, path, titleKey }) => (
        <Link
          key={tab}
          to={`/station/${plant.stationId}${path}`}
          state={fromPlant}
          {...(tab === current && { "aria-current": "page" })}
        >
          {t(titleKey)}
          {tab === "alarms" && alarmCount > 0 && <span className="plant-tab-count">{alarmCount}</span>}
        </Link>
      ))}
    </nav>
  );
}
