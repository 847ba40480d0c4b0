import type { BaseUnit } from "../../base/format/numbers.ts";
import { formatDifference, formatNumber, formatScaled } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";

interface ScaledProps {
  readonly value: number | null | undefined;
  readonly unit: BaseUnit;
  /** The value is older than it should be. */
  readonly isStale?: boolean;
  /** After the exact value under the pointer. */
  readonly note?: string | undefined;
}

/** A power or an energy in a unit that fits, with the exact value under the pointer. */
export function Scaled({ value, unit, isStale = false, note }: ScaledProps) {
  const { tag } = useLocale();
  if (value === null || value === undefined) return <Missing />;
  const figure = formatScaled(value, unit, tag);
  return (
    <span className="quantity" title={withNote(figure.exact, note)} data-stale={isStale}>
      {figure.text}
      <span className="unit">{figure.unit}</span>
    </span>
  );
}

interface PlainProps {
  readonly value: number | null | undefined;
  readonly digits: number;
  readonly unit?: string;
  readonly isStale?: boolean;
  /** After the exact value under the pointer. */
  readonly note?: string | undefined;
}

/** A measured value in a fixed unit; without a value a dash, never a nought. */
export function Plain({ value, digits, unit, isStale = false, note }: PlainProps) {
  const { tag } = useLocale();
  if (value === null || value === undefined) return <Missing />;
  return (
    <span
      className="quantity"
      title={withNote(`${value}${unit === undefined ? "" : ` ${unit}`}`, note)}
      data-stale={isStale}
    >
      {formatNumber(value, tag, digits)}
      {/* Of all units, that of an angle alone follows its number without a space. */}
      {unit === "°" ? unit : unit !== undefined && <span className="unit">{unit}</span>}
    </span>
  );
}

const withNote = (exact: string, note: string | undefined): string =>
  note === undefined ? exact : `${exact} · ${note}`;

/** How much more or less something is, with one decimal in each row, so that the rows of a column are aligned. */
export function Difference({ share }: { readonly share: number | null }) {
  const { tag } = useLocale();
  if (share === null) return <Missing />;
  return <span className="quantity">{formatDifference(share, tag, 1)}</span>;
}

export function Missing() {
  return <span className="quantity">–</span>;
}
