import type { ApiKeyPermission, ApiKeyRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatMoment, viewerZone } from "../../shared/logs/moments.ts";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import type { Column } from "../../shared/ui/table/column.ts";

/** The part of a permission that its text is named by. */
export const areaOf = (permission: ApiKeyPermission) =>
  permission.split(":")[0] as "station" | "device" | "alarm";

const variants: Readonly<Record<ApiKeyRow["state"], StatusVariant>> = {
  active: "good",
  expired: "inactive",
  revoked: "inactive",
};

const describePlants = ({ plants, chosenPlants }: ApiKeyRow, t: TFunction): string =>
  plants === "all"
    ? t("apiKeys.plantsOf.all")
    : chosenPlants.map(({ stationName }) => stationName).join(", ");

const describeRights = ({ permissionIds, mqtt }: ApiKeyRow, t: TFunction): string =>
  [
    ...permissionIds.map((one) => t(`apiKeys.permission.${areaOf(one)}`)),
    ...(mqtt ? [t("apiKeys.form.mqtt")] : []),
  ].join(", ");

export function apiKeyColumns(
  t: TFunction,
  tag: string,
  onRevoke: (row: ApiKeyRow) => void,
): readonly Column<ApiKeyRow>[] {
  return [
    { key: "name", titleKey: "apiKeys.column.name", isHideable: false, render: ({ name }) => name },
    {
      key: "state",
      titleKey: "apiKeys.column.state",
      render: ({ state }) => <StatusMark variant={variants[state]} text={t(`apiKeys.state.${state}`)} />,
    },
    {
      key: "prefix",
      titleKey: "apiKeys.column.key",
      render: ({ prefix }) => <code>{prefix}…</code>,
    },
    {
      key: "rights",
      titleKey: "apiKeys.column.rights",
      isWrapped: true,
      render: (row) => describeRights(row, t),
    },
    {
      key: "plants",
      titleKey: "apiKeys.column.plants",
      isTruncated: true,
      render: (row) => describePlants(row, t),
    },
    {
      key: "expiresAt",
      titleKey: "apiKeys.column.expiresAt",
      render: ({ expiresAt }) => <time dateTime={expiresAt}>{formatMoment(expiresAt, tag)}</time>,
    },
    {
      key: "lastUsedAt",
      titleKey: "apiKeys.column.lastUsedAt",
      render: ({ lastUsedAt }) => <TimeAgo at={lastUsedAt} timeZone={viewerZone} />,
    },
    {
      key: "actions",
      titleKey: "apiKeys.column.actions",
      render: (row) =>
        row.state === "active" && (
          <button type="button" className="link-button" onClick={() => onRevoke(row)}>
            {t("apiKeys.revoke")}
          </button>
        ),
    },
  ];
}
