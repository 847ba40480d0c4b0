import type { Control } from "./control.ts";
import "./tick-list.css";

interface TickListProps extends Control {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** Some of a list, each with a box of its own. */
export function TickList({ label, value, onChange, attributes, options }: TickListProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  // In the order of the list, whatever was ticked first.
  const toggle = (ticked: string, isOn: boolean): void =>
    onChange(
      options
        .map((option) => option.value)
        .filter((each) => (each === ticked ? isOn : chosen.includes(each))),
    );
  return (
    <fieldset
      id={attributes.id}
      className="tick-list"
      aria-label={label}
      aria-describedby={attributes["aria-describedby"]}
    >
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            aria-invalid={attributes["aria-invalid"]}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
