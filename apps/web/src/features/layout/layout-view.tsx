import type { StationDetail } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { difference } from "../../shared/roof/difference.ts";
import { FailedDay } from "../../shared/roof/failed-day.tsx";
import type { Layout } from "../../shared/roof/geometry.ts";
import { createGeometry } from "../../shared/roof/geometry.ts";
import { Legend } from "../../shared/roof/legend.tsx";
import { NoValuesYet } from "../../shared/roof/no-values-yet.tsx";
import { readMoment } from "../../shared/roof/paint.ts";
import { useBackground } from "../../shared/roof/use-background.ts";
import { useDayValues } from "../../shared/roof/use-day-values.ts";
import { useExpected } from "../../shared/roof/use-expected.ts";
import { MAX_SELECTED, useLayoutAddress } from "../../shared/roof/use-layout-address.ts";
import { useMoment } from "../../shared/roof/use-moment.ts";
import { usePalette } from "../../shared/roof/use-palette.ts";
import type { CutReason } from "./compared.ts";
import { addArea } from "./compared.ts";
import { Lanes } from "./lanes.tsx";
import { PhysicalView } from "./physical-view.tsx";
import { PictureButton } from "./picture-button.tsx";
import { TimeBar } from "./time-bar.tsx";
import { Toolbar } from "./toolbar.tsx";
import { UnitList } from "./unit-list.tsx";
import { UnitPanel } from "./unit-panel.tsx";

interface LayoutViewProps {
  readonly plant: StationDetail;
  readonly layout: Layout;
  /** Beside the version. */
  readonly tools?: ReactNode;
}

/** What was left out of a comparison; shown until the selection changes. */
interface Notice {
  readonly reason: CutReason | "full";
  readonly count: number;
  readonly keys: string;
}

/** Both views of a layout, which share value, moment and selection. */
export function LayoutView({ plant, layout, tools }: LayoutViewProps) {
  const { address, change } = useLayoutAddress();
  const { stationId, today } = plant;
  const day = address.day ?? today;
  const geometry = useMemo(() => createGeometry(layout), [layout]);
  const { values, revision, query, failure } = useDayValues({
    stationId,
    day,
    isToday: day === today,
    layout,
  });
  const other = useOtherDay({ plant, layout, day: address.other });
  const palette = usePalette(other === undefined ? "scale" : "difference");
  const expected = useExpected({ plant, layout, address });
  const { step, moment, scale, counts } = useMoment({ layout, values, revision, address, expected, other });
  const keys = address.selected.join();
  const selected = useMemo(() => {
    const chosen = new Set(keys.split(",").map(Number));
    return layout.units.flatMap(({ key }, unit) => (chosen.has(key) ? [unit] : []));
  }, [layout, keys]);
  const [notice, setNotice] = useState<Notice>();
  const keysOf = (units: readonly number[]): number[] => units.map((unit) => layout.units[unit]!.key);
  const select = (units: readonly number[]): void => change({ selected: keysOf(units) });
  const toggle = (unit: number): void => {
    const isSelected = selected.includes(unit);
    if (!isSelected && selected.length >= MAX_SELECTED) setNotice({ reason: "full", count: 0, keys });
    else select(isSelected ? selected.filter((each) => each !== unit) : [...selected, unit]);
  };
  const selectArea = (area: readonly number[]): void => {
    const ratios = values && readMoment(values, "ratio", step, layout.units.length).now;
    const { units, cut } = addArea(selected, area, ratios);
    setNotice(cut && { ...cut, keys: keysOf(units).join() });
    select(units);
  };
  const pick = (unit: number | undefined, isAdded: boolean): void => {
    const isAlone = selected.length === 1 && selected[0] === unit;
    if (isAdded && unit !== undefined) toggle(unit);
    else if (!isAdded) select(unit === undefined || isAlone ? [] : [unit]);
  };
  const reads = [{ query, failure }, ...(other === undefined ? [] : [other])];
  const failed = reads.find((read) => read.failure !== undefined || isFailed(read.query));
  const background = useBackground(stationId, layout.background);
  const shown = { layout, background, moment, scale, palette, selected };
  const said = <SelectionNotice notice={notice?.keys === keys ? notice : undefined} />;
  return (
    <div className="layout-view" data-panel={selected.length > 0 && values !== undefined}>
      <section className="card layout-main">
        <div className="layout-head">
          <Toolbar
            view={address.view}
            value={address.value}
            onView={(view) => change({ view })}
            onValue={(value) => change({ value })}
          />
          <div className="layout-version">
            <Arrangement layout={layout} timeZone={plant.timeZone} />
            <PictureButton
              {...{ plant, layout, geometry, background, moment, scale, palette, counts }}
              value={address.value}
              other={address.other}
              header={values?.header}
            />
            {tools}
          </div>
        </div>
        {failed !== undefined && (
          <FailedDay
            error={failed.failure ?? failed.query.error}
            onRetry={() => void failed.query.refetch()}
          />
        )}
        <NoValuesYet {...{ plant, day, values }} onDay={(next) => change({ day: next, minute: undefined })} />
        {address.view === "physical" ? (
          <PhysicalView
            {...shown}
            geometry={geometry}
            values={values}
            step={step}
            other={other}
            value={address.value}
            zoom={address.zoom}
            onZoom={(zoom) => change({ zoom })}
            onPick={pick}
            onArea={selectArea}
            notice={said}
          />
        ) : (
          <>
            <Lanes {...shown} values={values} revision={revision} step={step} onPick={pick} />
            {said}
          </>
        )}
        <Legend
          value={address.value}
          moment={moment}
          expected={expected}
          scale={scale}
          kind={address.scale}
          palette={palette}
          counts={counts}
          onKind={(kind) => change({ scale: kind })}
        />
        <TimeBar
          plant={plant}
          day={day}
          other={address.other}
          values={values}
          step={step}
          isLatest={address.minute === undefined}
          onOther={(next) => change({ other: next })}
          onDay={(next) => change({ day: next, minute: undefined })}
          onStep={(next) =>
            change({
              minute:
                next === undefined ? undefined : Math.round((next * (values?.header.stepS ?? 300)) / 60),
            })
          }
        />
      </section>
      {selected.length > 0 && values !== undefined && (
        <UnitPanel
          layout={layout}
          geometry={geometry}
          values={values}
          revision={revision}
          other={other}
          value={address.value}
          step={step}
          selected={selected}
          onRemove={toggle}
          onClose={() => select([])}
        />
      )}
      {address.view === "physical" && (
        <UnitList layout={layout} moment={moment} selected={selected} onToggle={toggle} />
      )}
    </div>
  );
}

/** Says to those who see and to those who listen what was left out. */
function SelectionNotice({ notice }: { readonly notice: Notice | undefined }) {
  const { t } = useTranslation();
  return (
    <p className="roof-notice" role="status">
      {notice && t(`layout.cut.${notice.reason}`, { count: notice.count, max: MAX_SELECTED })}
    </p>
  );
}

interface OtherDayQuery {
  readonly plant: StationDetail;
  readonly layout: Layout;
  readonly day: string | undefined;
}

/** Values of the day that is compared; undefined without one. */
function useOtherDay({ plant, layout, day }: OtherDayQuery) {
  const { stationId, today } = plant;
  const other = useDayValues({ stationId, day, isToday: day === today, layout });
  return day === undefined ? undefined : { ...other, day, difference };
}

const isFailed = ({ data, isError }: { readonly data: unknown; readonly isError: boolean }): boolean =>
  data === undefined && isError;

/** Whether the places are those on the roof, and since when. */
function Arrangement({ layout, timeZone }: { readonly layout: Layout; readonly timeZone: string }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { version } = layout;
  if (version === null) return <p className="layout-automatic">{t("layout.automatic")}</p>;
  const at = formatDateTime(Date.parse(version.publishedAt), timeZone, tag);
  return (
    <p className="note">
      {version.publishedBy === null
        ? t("layout.published", { number: version.number, at })
        : t("layout.publishedBy", { number: version.number, at, name: version.publishedBy })}
    </p>
  );
}
