import { endpoints } from "virtual:endpoints";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import type { IconName } from "../../shared/ui/content/icon.tsx";
import type { MenuArea } from "./menu.ts";

const MAX_PER_GROUP = 6;

export interface Result {
  readonly address: string;
  readonly icon: IconName;
  readonly text: string;
  readonly note: string;
}

export interface ResultGroup {
  readonly title: string;
  readonly results: readonly Result[];
}

/** Pages, plants and devices that match the search; the server searches the latter two. */
export function usePaletteResults(areas: readonly MenuArea[], typed: string, search: string) {
  const { t } = useTranslation();
  const isSearching = search !== "";
  const canSeeDevices = useCan("device:read") === true;
  const plants = useQueryWithPrevious({
    ...queryOf(endpoints.station.list, { search, pageSize: MAX_PER_GROUP, sort: "name", order: "asc" }),
    enabled: isSearching,
  });
  const devices = useQueryWithPrevious({
    ...queryOf(endpoints.device.list, { search, pageSize: MAX_PER_GROUP }),
    enabled: isSearching && canSeeDevices,
  });
  const word = typed.trim().toLocaleLowerCase();
  const pages = areas.flatMap((area) =>
    area.pages
      .map(({ path, titleKey, icon }) => ({ address: path, icon, text: t(titleKey), note: t(area.titleKey) }))
      .filter(({ text, note }) => `${text} ${note}`.toLocaleLowerCase().includes(word)),
  );
  const groups: readonly ResultGroup[] = [
    { title: t("palette.pages"), results: pages },
    {
      title: t("palette.plants"),
      results: (isSearching ? (plants.data?.rows ?? []) : []).map((plant) => ({
        address: `/station/${plant.stationId}`,
        icon: "panel",
        text: plant.name,
        note: plant.number ?? "",
      })),
    },
    {
      title: t("palette.devices"),
      results: (isSearching ? (devices.data?.rows ?? []) : []).flatMap((device) =>
        device.stationId === null
          ? []
          : [
              {
                address: `/device/${device.deviceId}`,
                icon: "box" as const,
                text: device.sn,
                note: [t(`deviceKind.${device.type}`), device.stationName].filter(Boolean).join(" · "),
              },
            ],
      ),
    },
  ];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isBusy: isSearching && (plants.isFetching || devices.isFetching || search !== typed.trim()),
    error: isSearching ? (plants.error ?? devices.error) : null,
  };
}
