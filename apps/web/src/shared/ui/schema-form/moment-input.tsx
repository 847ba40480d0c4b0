import { DatePicker } from "antd";
import dayjs from "dayjs";
import type { KeyboardEvent } from "react";
import type { Control } from "./form-field.tsx";

/** Enter takes over what was typed into a calendar's field; it does not send the form as well. */
function holdEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === "Enter") event.preventDefault();
}

interface MomentProps extends Control {
  readonly value: string;
}

/** An instant, chosen on the viewer's own clock and kept in UTC. */
export function InstantInput({ value, onChange, attributes }: MomentProps) {
  return (
    <DatePicker
      {...attributes}
      {...(attributes["aria-invalid"] && { status: "error" })}
      showTime={{ format: "HH:mm" }}
      onKeyDown={holdEnter}
      value={value === "" ? null : dayjs(value)}
      onChange={(moment) => onChange(moment === null ? "" : moment.second(0).millisecond(0).toISOString())}
    />
  );
}

/** A calendar day; it has no zone. */
export function DayInput({ value, onChange, attributes }: MomentProps) {
  return (
    <DatePicker
      {...attributes}
      {...(attributes["aria-invalid"] && { status: "error" })}
      onKeyDown={holdEnter}
      value={value === "" ? null : dayjs(value)}
      onChange={(day) => onChange(day === null ? "" : day.format("YYYY-MM-DD"))}
    />
  );
}
