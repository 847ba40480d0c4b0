import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { NOTABLE_SHARE } from "../../shared/device/median-power.ts";
import type { Palette, Scale } from "../../shared/roof/colors.ts";
import { NO_DATA } from "../../shared/roof/colors.ts";
import type { DayValues } from "../../shared/roof/day-values.ts";
import { formatMoment } from "../../shared/roof/format-value.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import type { Moment } from "../../shared/roof/paint.ts";
import { LaneFindings, MismatchMark } from "./lane-findings.tsx";
import { LaneUnit } from "./lane-unit.tsx";
import type { Mismatches } from "./mismatch.ts";
import { findMismatches, NO_MISMATCHES } from "./mismatch.ts";
import type { GatewayLanes, Lane } from "./strings.ts";
import { listLanes } from "./strings.ts";

interface ShownLanes {
  readonly layout: Layout;
  /** Undefined before the values are read. */
  readonly moment: Moment | undefined;
  readonly scale: Scale;
  readonly palette: Palette;
  /** Indexes of the selected units. */
  readonly selected: readonly number[];
  readonly onPick: (unit: number, isAdded: boolean) => void;
}

interface LanesProps extends ShownLanes {
  readonly values: DayValues | undefined;
  /** Changes when reports have changed the values. */
  readonly revision: number;
  readonly step: number;
}

/** How a plant is wired: gateways, strings with their totals, units in series, and what is wrong with them. */
export function Lanes({ values, revision, step, ...shown }: LanesProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { layout, moment } = shown;
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef<HTMLElement>(null);
  const gateways = useMemo(() => listLanes(layout), [layout]);
  const lanes = useMemo(() => gateways.flatMap((gateway) => gateway.lanes), [gateways]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports change the values in place
  const mismatches = useMemo(
    () => (values === undefined ? NO_MISMATCHES : findMismatches({ layout, lanes, values, step })),
    [layout, lanes, values, revision, step],
  );

  function showNext(): void {
    const marked = [...(root.current?.querySelectorAll<HTMLElement>('[data-mismatch="true"]') ?? [])];
    const next = marked[(latest.current === null ? 0 : marked.indexOf(latest.current) + 1) % marked.length];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "center" });
    latest.current = next ?? null;
  }

  const count = mismatches.units.size + mismatches.lanes.size;
  return (
    <>
      <div className="lanes-head">
        <LaneFindings {...countOf(lanes, moment)} mismatches={count} />
        {count > 0 && (
          <button type="button" className="button" onClick={showNext}>
            {t("layout.nextMismatch")}
          </button>
        )}
        <p className="note">{t("layout.mismatchNote", { share: formatShare(NOTABLE_SHARE, tag, 0) })}</p>
      </div>
      <div className="lanes" ref={root}>
        {gateways.map((gateway) => (
          <GatewayCard key={gateway.gateway ?? -1} {...shown} gateway={gateway} mismatches={mismatches} />
        ))}
      </div>
    </>
  );
}

/** Slots without a unit, and units without data. */
function countOf(lanes: readonly Lane[], moment: Moment | undefined) {
  const units = lanes.flatMap((lane) => lane.units);
  return {
    missing: lanes.reduce((sum, { slots }) => sum + slots.length, 0) - units.length,
    silent: units.filter((unit) => moment?.states[unit] === NO_DATA).length,
  };
}

interface GatewayProps extends ShownLanes {
  readonly gateway: GatewayLanes;
  readonly mismatches: Mismatches;
}

function GatewayCard({ gateway, ...props }: GatewayProps) {
  const { t } = useTranslation();
  const own = gateway.gateway === undefined ? undefined : props.layout.units[gateway.gateway];
  const name = own === undefined ? t("layout.noGateway") : own.label || own.sn || t("layout.gateway");
  return (
    <section className="card lanes-gateway" aria-label={name}>
      <div className="card-head">
        <h2>{name}</h2>
        <span className="note">{t("layout.strings", { count: gateway.lanes.length })}</span>
      </div>
      {gateway.lanes.map((lane) => (
        <LaneRow key={lane.key} {...props} lane={lane} />
      ))}
    </section>
  );
}

interface LaneProps extends ShownLanes {
  readonly lane: Lane;
  readonly mismatches: Mismatches;
}

function LaneRow({ lane, mismatches, ...props }: LaneProps) {
  const { t } = useTranslation();
  const { layout, moment, selected, onPick } = props;
  const { controller } = lane;
  const mismatch = mismatches.lanes.get(lane.key);
  return (
    <div className="lane" data-mismatch={mismatch !== undefined} tabIndex={-1}>
      <div className="lane-head">
        {controller === undefined ? (
          <b>{lane.name || t("layout.string")}</b>
        ) : (
          <button
            type="button"
            className="link-button"
            aria-pressed={selected.includes(controller)}
            onClick={(event) => onPick(controller, event.ctrlKey || event.metaKey)}
          >
            {lane.name || layout.units[controller]!.sn}
          </button>
        )}
        {moment !== undefined && <LaneTotals lane={lane} moment={moment} />}
        {mismatch !== undefined && <MismatchMark share={mismatch} of="string" />}
        <LaneFindings
          {...countOf([lane], moment)}
          mismatches={lane.units.filter((unit) => mismatches.units.has(unit)).length}
        />
      </div>
      <ol className="lane-units">
        {lane.slots.map((unit) => (
          <li key={unit}>
            <LaneUnit {...props} unit={unit} mismatch={mismatches.units.get(unit)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What the string's controller measures, and the sum of its units. */
function LaneTotals({ lane, moment }: { readonly lane: Lane; readonly moment: Moment }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { value, now } = moment;
  if (value !== "power" && value !== "energy") return null;
  const known = lane.units.map((unit) => now[unit]!).filter((each) => !Number.isNaN(each));
  const sum = known.reduce((total, each) => total + each, 0);
  return (
    <span className="lane-totals">
      {lane.controller !== undefined && <b>{formatMoment(now[lane.controller]!, moment, tag)}</b>}
      {known.length > 0 && <span>{t("layout.sum", { value: formatMoment(sum, moment, tag) })}</span>}
    </span>
  );
}
