import type { ReactNode } from "react";
import { formatNumber } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";

interface Chip<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  readonly title?: string;
}

interface FilterChipsProps<Value extends string> {
  /** Of the group, for screen readers. */
  readonly label: string;
  readonly chips: readonly Chip<Value>[];
  readonly chosen: Value | undefined;
  readonly onChoose: (value: Value | undefined) => void;
  /** Beside the chips. */
  readonly children?: ReactNode;
}

/** Numbers by kind: a chip that is pressed filters the list, and pressed again shows all. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, chips, chosen, onChoose, children } = props;
  const { tag } = useLocale();
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">{label}</legend>
      {chips.map(({ value, label: text, count, title }) => (
        <button
          key={value}
          type="button"
          className="chip"
          aria-pressed={value === chosen}
          title={title}
          onClick={() => onChoose(value === chosen ? undefined : value)}
        >
          {text}
          <b className="quantity">{count === undefined ? "–" : formatNumber(count, tag, 0)}</b>
        </button>
      ))}
      {children}
    </fieldset>
  );
}
