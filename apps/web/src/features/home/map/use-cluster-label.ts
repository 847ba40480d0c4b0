import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import type { Cluster } from "./clusters.ts";

/** How many plants a cluster has, and how many of them have its status. */
export function useClusterLabel({ plants, status, affected }: Cluster): string {
  const { t } = useTranslation();
  const { tag } = useLocale();
  return t("fleet.cluster", {
    count: plants.length,
    figure: formatNumber(plants.length, tag, 0),
    status: t(`status.${status}`),
    affected: formatNumber(affected, tag, 0),
  });
}
