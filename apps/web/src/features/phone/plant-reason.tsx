import type { StationRow } from "@heliograph/contract";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { formatAgo } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { LazyReason } from "./lazy-reason.tsx";

type Explained = Pick<StationRow, "alarm" | "status" | "statusReason" | "timeZone" | "updatedAt">;

/** Why a plant has its status, as one sentence; the time of the last report where nothing is wrong. */
export function PlantReason({ plant }: { readonly plant: Explained }) {
  const { alarm, timeZone } = plant;
  if (alarm === null) return <ReportReason plant={plant} />;
  return (
    <Suspense fallback={null}>
      <LazyReason alarm={{ ...alarm, timeZone }} />
    </Suspense>
  );
}

function ReportReason({ plant: { status, statusReason, updatedAt } }: { readonly plant: Explained }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  if (status === "waiting") return t("phone.neverConnected");
  const ago = updatedAt === null ? undefined : formatAgo(Date.parse(updatedAt), now, tag);
  if (statusReason === "unit-fault") return t("phone.unitFault");
  if (status === "offline") return ago === undefined ? t("phone.noReports") : t("phone.noReport", { ago });
  return ago === undefined ? null : t("phone.lastReport", { ago });
}
