import type { AlarmRow, StationDetail } from "@heliograph/contract";
import type { CSSProperties } from "react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { Bounds } from "../../shared/roof/bounds.ts";
import { NO_DATA, SHUT } from "../../shared/roof/colors.ts";
import { roofValues } from "../../shared/roof/day-values.ts";
import { FailedDay } from "../../shared/roof/failed-day.tsx";
import type { Layout } from "../../shared/roof/geometry.ts";
import { createGeometry } from "../../shared/roof/geometry.ts";
import { Legend } from "../../shared/roof/legend.tsx";
import { NoValuesYet } from "../../shared/roof/no-values-yet.tsx";
import { RoofCanvas } from "../../shared/roof/roof-canvas.tsx";
import { useBackground } from "../../shared/roof/use-background.ts";
import { useDayValues } from "../../shared/roof/use-day-values.ts";
import { useExpected } from "../../shared/roof/use-expected.ts";
import { useMoment } from "../../shared/roof/use-moment.ts";
import { usePalette } from "../../shared/roof/use-palette.ts";
import { useRoofContent } from "../../shared/roof/use-roof-content.ts";
import { useZoomAddress } from "../../shared/roof/use-zoom-address.ts";
import { createViewStore } from "../../shared/roof/view-store.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { useAlarmedUnits } from "./use-alarmed-units.ts";
import { useRoofAddress } from "./use-roof-address.ts";

// Below the drawing.
const PhoneRoofTime = lazyPart(async () => (await import("./phone-roof-time.tsx")).PhoneRoofTime);

const PhoneRoofAlarms = lazyPart(async () => (await import("./phone-roof-alarms.tsx")).PhoneRoofAlarms);

// What a tap opens.
const PhoneUnitPanel = lazyPart(async () => (await import("./phone-unit-panel.tsx")).PhoneUnitPanel);

interface PhoneRoofViewProps {
  readonly plant: StationDetail;
  /** Open alarms, the most severe first. */
  readonly alarms: readonly AlarmRow[] | undefined;
  readonly layout: Layout;
  readonly isFull: boolean;
}

/** The energy of a day is that of a unit that is asleep by now, too. */
const keepPainted = (count: number, state: number): number =>
  state === NO_DATA || state === SHUT ? count : 0;

/** Height of a roof as a share of its width. */
const heightShare = ({ left, top, right, bottom }: Bounds): number => (bottom - top) / (right - left);

/** Every module at its place, coloured by a value at a moment; a tap shows one with its values. */
export function PhoneRoofView({ plant, alarms, layout, isFull }: PhoneRoofViewProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { address, change } = useRoofAddress(plant);
  const { stationId, today } = plant;
  const day = address.day ?? today;
  const geometry = useMemo(() => createGeometry(layout), [layout]);
  const { values, revision, query, failure } = useDayValues({
    stationId,
    day,
    isToday: day === today,
    layout,
  });
  const palette = usePalette();
  const expected = useExpected({ plant, layout, address });
  const { step, moment, scale, counts } = useMoment({ layout, values, revision, address, expected });
  const selected = layout.units.findIndex(({ key }) => key === address.selected[0]);
  const chosen = useMemo(() => (selected < 0 ? [] : [selected]), [selected]);
  const [store] = useState(() => createViewStore(() => geometry.bounds, address.zoom));
  const background = useBackground(stationId, layout.background);
  const content = useRoofContent({ layout, geometry, background, moment, scale, palette, selected: chosen });
  const { alarmed, marks } = useAlarmedUnits({ layout, geometry, alarms });
  const marked = useMemo(() => ({ ...content, alarms: marks }), [content, marks]);
  useZoomAddress(store, address.zoom, (zoom) => change({ zoom }));
  const select = (unit: number | undefined): void =>
    change({ selected: unit === undefined || unit === selected ? [] : [layout.units[unit]!.key] });
  const help = isFull ? "layout.fullHelp" : "layout.touchHelp";
  const hasValues = values === undefined || values.lastStep >= 0;
  const isDayEnergy = hasValues && address.value === "energy" && address.minute === undefined;
  const error = failure ?? (query.data === undefined && query.isError ? query.error : undefined);
  return (
    <>
      <div className="phone-roof-tools">
        {hasValues && (
          <label>
            <span className="visually-hidden">{t("layout.value.label")}</span>
            <select
              className="input"
              value={address.value}
              onChange={({ target }) =>
                change({ value: roofValues.find((value) => value === target.value) ?? roofValues[0] })
              }
            >
              {roofValues.map((value) => (
                <option key={value} value={value}>
                  {t(`layout.value.${value}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        {address.zoom !== undefined && (
          <button type="button" className="button" onClick={store.fit}>
            {t("layout.tool.fit")}
          </button>
        )}
      </div>
      {error !== undefined && <FailedDay error={error} onRetry={() => void query.refetch()} />}
      <NoValuesYet {...{ plant, day, values }} onDay={(next) => change({ day: next, minute: undefined })} />
      {isDayEnergy && <p className="phone-roof-of">{t("layout.energyOf", { day: formatDay(day, tag) })}</p>}
      <div
        className="phone-roof-canvas"
        data-full={isFull}
        style={{ "--roof-height": heightShare(geometry.bounds) } as CSSProperties}
      >
        <RoofCanvas
          store={store}
          content={marked}
          label={t("layout.phoneLabel", { count: geometry.count })}
          isLasso={false}
          hovered={undefined}
          onHover={() => undefined}
          onPick={(cell) => select(cell === undefined ? undefined : geometry.unit[cell])}
          onLasso={() => undefined}
        />
      </div>
      {alarmed.length > 0 && (
        <Suspense fallback={<Skeleton width="100%" height="4.4rem" />}>
          <PhoneRoofAlarms layout={layout} alarmed={alarmed} onSelect={select} />
        </Suspense>
      )}
      {selected >= 0 && values !== undefined && (
        <Suspense fallback={<Skeleton width="100%" height="24rem" />}>
          <PhoneUnitPanel
            alarms={alarmed.find(({ unit }) => unit === selected)?.alarms ?? []}
            layout={layout}
            values={values}
            revision={revision}
            value={address.value}
            step={step}
            unit={selected}
            onClose={() => select(undefined)}
          />
        </Suspense>
      )}
      {selected < 0 && <p className="phone-caption">{t(values === undefined ? "layout.loading" : help)}</p>}
      {values === undefined && error === undefined && <Skeleton width="100%" height="9rem" />}
      {values !== undefined && hasValues && (
        <Legend
          value={address.value}
          moment={moment}
          expected={expected}
          scale={scale}
          kind={address.scale}
          palette={palette}
          counts={address.value === "energy" ? counts.map(keepPainted) : counts}
          onKind={(kind) => change({ scale: kind })}
        />
      )}
      <Suspense fallback={<Skeleton width="100%" height="8.8rem" />}>
        <PhoneRoofTime
          plant={plant}
          day={day}
          values={values}
          step={step}
          isLatest={address.minute === undefined}
          onDay={(next) => change({ day: next, minute: undefined })}
          onMinute={(minute) => change({ minute })}
        />
      </Suspense>
    </>
  );
}
