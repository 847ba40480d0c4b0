import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatShare } from "../base/format/numbers.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { devicePath } from "../routing/device-path.ts";
import { OperatingStatus } from "../ui/status/operating-status.tsx";
import { Scaled } from "../ui/status/quantity.tsx";
import { nameOf } from "./device-name.ts";
import { findDifference, NOTABLE_SHARE } from "./median-power.ts";
import "./siblings.css";

interface SiblingsProps {
  readonly rows: readonly Device[];
  /** What each is compared with. */
  readonly medians: ReadonlyMap<Device, number | null>;
  readonly currentId: string | undefined;
}

/** Devices of a level side by side with their power, and how far each is from the median of its peers. */
export function Siblings({ rows, medians, currentId }: SiblingsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const maxW = Math.max(0, ...rows.map(({ powerW }) => powerW ?? 0));
  return (
    <ul className="siblings">
      {rows.map((row) => {
        const isOffline = row.communicationStatus === "offline";
        const difference = isOffline ? null : findDifference(row.powerW, medians.get(row) ?? null);
        const share = maxW > 0 && !isOffline ? Math.max(0, row.powerW ?? 0) / maxW : 0;
        const isHere = row.deviceId === currentId;
        return (
          <li
            key={row.deviceId}
            data-current={isHere}
            data-notable={difference !== null && difference < -NOTABLE_SHARE}
          >
            <span className="sibling-bar" aria-hidden="true">
              <span style={{ height: `${share * 100}%` }} />
            </span>
            {isHere ? (
              <strong title={t("devicePage.thisDevice")}>{nameOf(row)}</strong>
            ) : (
              <Link to={devicePath(row.deviceId)} title={row.sn}>
                {nameOf(row)}
              </Link>
            )}
            <Scaled value={row.powerW} unit="W" isStale={isOffline} />
            <span className="sibling-difference">
              {difference !== null && (
                <span title={t("devicePage.difference")}>
                  {difference > 0 ? "+" : ""}
                  {formatShare(difference, tag, 0)}
                </span>
              )}
            </span>
            <OperatingStatus status={row.status} isAsleep={row.isAsleep} />
          </li>
        );
      })}
    </ul>
  );
}
