import type { Device, DevicePlace } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../base/format/numbers.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { EmptyState } from "../ui/status/empty-state.tsx";
import { nameOf } from "./device-name.ts";
import { findPeerMedians } from "./median-power.ts";
import { Siblings } from "./siblings.tsx";

/** How the devices beside one are called. */
export function useBesideTitle(): (place: DevicePlace) => string {
  const { t } = useTranslation();
  return ({ above }) => {
    const parent = above.at(-1);
    if (parent === undefined) return t("devicePage.besideGateway");
    if (parent.type === "DCON") return t("devicePage.besideOther", { name: nameOf(parent) });
    return t("devicePage.beside");
  };
}

interface DeviceLevelProps {
  readonly title: string;
  readonly level: DevicePlace["beside"];
  readonly currentId?: string;
  /** Shows so many at most, those next to the current one. */
  readonly maxShown?: number;
  readonly children?: ReactNode;
}

/** Devices at the same level of a plant, compared with each other. */
export function DeviceLevel({ title, level: { rows, total }, currentId, ...rest }: DeviceLevelProps) {
  const { maxShown = rows.length, children } = rest;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const shown = sliceAround(rows, currentId, maxShown);
  // Of all of them, shown or not.
  const medians = findPeerMedians(rows);
  const say = (count: number) => formatNumber(count, tag, 0);
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="note">
          {shown.length < total
            ? t("devicePage.shownOf", { shown: say(shown.length), total: say(total) })
            : say(total)}
        </span>
        <MedianNote medians={medians} />
        {children}
      </div>
      {rows.length === 0 ? (
        <EmptyState icon="panel" title={t("devicePage.noneBelow")} />
      ) : (
        <Siblings rows={shown} medians={medians} currentId={currentId} />
      )}
    </section>
  );
}

/** The median, or that there is one for each orientation. */
function MedianNote({ medians }: { readonly medians: ReadonlyMap<Device, number | null> }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [medianW, ...others] = new Set([...medians.values()].filter((value) => value !== null));
  if (medianW === undefined) return null;
  return (
    <span className="note">
      {others.length > 0
        ? t("devicePage.mediansByOrientation")
        : t("devicePage.median", { value: `${formatNumber(medianW, tag, 0)} W` })}
    </span>
  );
}

function sliceAround(rows: readonly Device[], currentId: string | undefined, max: number): readonly Device[] {
  const index = rows.findIndex(({ deviceId }) => deviceId === currentId);
  const start = Math.max(0, Math.min(index - Math.floor(max / 2), rows.length - max));
  return rows.slice(start, start + max);
}
