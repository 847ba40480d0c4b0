import { DatePicker } from "antd";
import dayjs from "dayjs";
import type { KeyboardEvent } from "react";
import { useTypedDate } from "./typed-date.tsx";

/** Enter applies the text of a date field; it does not submit the form as well. */
function holdEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === "Enter") event.preventDefault();
}

interface DateInputProps {
  /** Empty while nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly attributes: {
    readonly id: string;
    readonly "aria-invalid": boolean;
    readonly "aria-describedby": string | undefined;
  };
}

/** An instant, chosen on the viewer's own clock and kept in UTC. */
export function InstantInput({ value, onChange, attributes }: DateInputProps) {
  const typed = useTypedDate({ value, hasTime: true });
  const isInvalid = attributes["aria-invalid"] || typed.isWrong;
  return typed.wrap(
    <DatePicker
      {...attributes}
      format={typed.format}
      {...(isInvalid && { status: "error" })}
      aria-invalid={isInvalid}
      aria-describedby={typed.describe(attributes["aria-describedby"])}
      showTime={{ format: "HH:mm" }}
      // What was typed is taken over when the field is left, as in every other field.
      needConfirm={false}
      onKeyDown={holdEnter}
      value={value === "" ? null : dayjs(value)}
      onChange={(moment) => {
        const chosen = moment === null ? "" : moment.second(0).millisecond(0).toISOString();
        typed.accept(chosen);
        onChange(chosen);
      }}
    />,
  );
}

interface DayInputProps extends DateInputProps {
  readonly min?: string;
  readonly max?: string;
  readonly canBeEmpty?: boolean;
  readonly placeholder?: string;
}

/** A calendar day (`2026-03-29`); it has no zone. */
export function DayInput(props: DayInputProps) {
  const { value, onChange, attributes, min, max, canBeEmpty = true, placeholder } = props;
  const typed = useTypedDate({ value, min, max });
  const isInvalid = attributes["aria-invalid"] || typed.isWrong;
  return typed.wrap(
    <DatePicker
      {...attributes}
      format={typed.format}
      {...(isInvalid && { status: "error" })}
      {...(min !== undefined && { minDate: dayjs(min) })}
      {...(max !== undefined && { maxDate: dayjs(max) })}
      {...(placeholder !== undefined && { placeholder })}
      aria-invalid={isInvalid}
      aria-describedby={typed.describe(attributes["aria-describedby"])}
      allowClear={canBeEmpty}
      onKeyDown={holdEnter}
      value={value === "" ? null : dayjs(value)}
      onChange={(day) => {
        const chosen = day === null ? "" : day.format("YYYY-MM-DD");
        typed.accept(chosen);
        onChange(chosen);
      }}
    />,
  );
}
