import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { Palette, Scale } from "../../shared/roof/colors.ts";
import { NO_DATA, unitStates } from "../../shared/roof/colors.ts";
import { formatShort } from "../../shared/roof/format-value.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import type { Moment } from "../../shared/roof/paint.ts";
import { bucketOf } from "../../shared/roof/paint.ts";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import { MismatchMark, SilentMark } from "./lane-findings.tsx";

interface LaneUnitProps {
  readonly unit: number;
  readonly layout: Layout;
  readonly moment: Moment | undefined;
  readonly scale: Scale;
  readonly palette: Palette;
  readonly selected: readonly number[];
  /** Share by which its power differs from that of its string; undefined where it does not. */
  readonly mismatch: number | undefined;
  readonly onPick: (unit: number, isAdded: boolean) => void;
}

/** A unit of a string with its value, or a slot without a unit. */
export function LaneUnit(props: LaneUnitProps) {
  const { unit, layout, moment, selected, mismatch, onPick } = props;
  const { t } = useTranslation();
  const { label, sn, type } = layout.units[unit]!;
  const isMissing = type === null;
  return (
    <button
      type="button"
      className="lane-unit"
      aria-pressed={selected.includes(unit)}
      title={isMissing ? t("layout.missingHint") : (sn ?? undefined)}
      data-missing={isMissing}
      data-mismatch={mismatch !== undefined}
      style={isMissing ? undefined : colorsOf(props)}
      onClick={(event) => onPick(unit, event.ctrlKey || event.metaKey || event.shiftKey)}
    >
      <small>{label || sn || t("layout.emptySlot")}</small>{" "}
      {isMissing ? (
        <StatusMark variant="waiting" text={t("layout.missing")} />
      ) : (
        moment !== undefined && <UnitValue unit={unit} moment={moment} />
      )}
      {mismatch !== undefined && <MismatchMark share={mismatch} of="unit" />}
    </button>
  );
}

function UnitValue({ unit, moment }: { readonly unit: number; readonly moment: Moment }): ReactNode {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const state = moment.states[unit]!;
  const word = t(`layout.state.${unitStates[state]!}`);
  const value = moment.now[unit]!;
  if (state === NO_DATA && Number.isNaN(value)) return <SilentMark>{word}</SilentMark>;
  return (
    <>
      <b>{formatShort(value, moment, tag)}</b> <span className="visually-hidden">{word}</span>
    </>
  );
}

function colorsOf({ unit, moment, scale, palette }: LaneUnitProps): CSSProperties | undefined {
  if (moment === undefined) return undefined;
  const bucket = bucketOf(moment, unit, scale);
  return {
    background: palette.fills[bucket],
    color: palette.isDark[bucket] ? palette.lightText : palette.darkText,
  };
}
