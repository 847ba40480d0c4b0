import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { Palette, Scale } from "../../shared/roof/colors.ts";
import { NO_DATA, unitStates } from "../../shared/roof/colors.ts";
import { formatMoment, formatShort } from "../../shared/roof/format-value.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import type { Moment } from "../../shared/roof/paint.ts";
import { bucketOf } from "../../shared/roof/paint.ts";
import type { GatewayLanes, Lane } from "./strings.ts";
import { listLanes } from "./strings.ts";

interface LanesProps {
  readonly layout: Layout;
  /** Undefined before the values are read. */
  readonly moment: Moment | undefined;
  readonly scale: Scale;
  readonly palette: Palette;
  /** Indexes of the selected units. */
  readonly selected: readonly number[];
  readonly onPick: (unit: number, isAdded: boolean) => void;
}

/** How a plant is wired: gateways, strings with their totals, units in series. */
export function Lanes(props: LanesProps) {
  const gateways = useMemo(() => listLanes(props.layout), [props.layout]);
  return (
    <div className="lanes">
      {gateways.map((gateway) => (
        <GatewayCard key={gateway.gateway ?? -1} {...props} gateway={gateway} />
      ))}
    </div>
  );
}

function GatewayCard({ gateway, ...props }: LanesProps & { readonly gateway: GatewayLanes }) {
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

function LaneRow({ lane, ...props }: LanesProps & { readonly lane: Lane }) {
  const { t } = useTranslation();
  const { layout, moment, selected, onPick } = props;
  const { controller } = lane;
  const silent = lane.units.filter((unit) => moment?.states[unit] === NO_DATA).length;
  return (
    <div className="lane">
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
        {silent > 0 && moment !== undefined && (
          <span className="lane-silent">{t("layout.silent", { count: silent })}</span>
        )}
      </div>
      <ol className="lane-units">
        {lane.units.map((unit) => (
          <li key={unit}>
            <LaneUnit {...props} unit={unit} />
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

function LaneUnit({
  unit,
  layout,
  moment,
  scale,
  palette,
  selected,
  onPick,
}: LanesProps & { readonly unit: number }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { label, sn } = layout.units[unit]!;
  const name = label || sn || t("layout.emptySlot");
  const bucket = moment === undefined ? undefined : bucketOf(moment, unit, scale);
  const state = moment === undefined ? "" : t(`layout.state.${unitStates[moment.states[unit]!]!}`);
  return (
    <button
      type="button"
      className="lane-unit"
      aria-pressed={selected.includes(unit)}
      title={sn ?? undefined}
      style={
        bucket === undefined
          ? undefined
          : {
              background: palette.fills[bucket],
              color: palette.isDark[bucket] ? palette.lightText : palette.darkText,
            }
      }
      onClick={(event) => onPick(unit, event.ctrlKey || event.metaKey || event.shiftKey)}
    >
      <small>{name}</small> <b>{moment === undefined ? "" : formatShort(moment.now[unit]!, moment, tag)}</b>{" "}
      <span className="visually-hidden">{state}</span>
    </button>
  );
}
