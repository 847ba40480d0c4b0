import type { StationRow } from "@heliograph/contract";
import type { ReactNode } from "react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { formatAgo } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { LazyReason } from "./lazy-reason.tsx";

type Explained = Pick<StationRow, "alarm" | "status" | "statusReason" | "timeZone" | "updatedAt">;

/** Why a plant has its status, as one sentence, and the time of its last report. */
export function PlantReason({ plant }: { readonly plant: Explained }) {
  const { t } = useTranslation();
  const { alarm, statusReason, timeZone } = plant;
  if (alarm !== null)
    return (
      <Cause plant={plant}>
        <LazyReason alarm={{ ...alarm, timeZone }} />
      </Cause>
    );
  if (statusReason === "unit-fault") return <Cause plant={plant}>{t("phone.unitFault")}</Cause>;
  return <LastReport {...plant} />;
}

/** A cause in its own line: whether its plant still reports is no part of it. */
function Cause({ plant, children }: { readonly plant: Explained; readonly children: ReactNode }) {
  return (
    <>
      <Suspense fallback={null}>{children}</Suspense>
      <br />
      <LastReport {...plant} />
    </>
  );
}

/** When a plant or a device has reported, or that it does not. */
export function LastReport({ status, updatedAt }: Pick<Explained, "status" | "updatedAt">) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  if (status === "waiting") return t("phone.neverConnected");
  const ago = updatedAt === null ? undefined : formatAgo(Date.parse(updatedAt), now, tag);
  if (status === "offline") return ago === undefined ? t("phone.noReports") : t("phone.noReport", { ago });
  return ago === undefined ? null : t("phone.lastReport", { ago });
}
