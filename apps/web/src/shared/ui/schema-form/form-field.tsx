import { Select } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MessageKey } from "../../i18n/i18n.ts";
import { DayInput, InstantInput } from "../date-inputs.tsx";
import { Field } from "../field.tsx";
import { PasswordInput } from "../password-input.tsx";
import type { FieldSchema } from "./schema.ts";
import { SegmentedField } from "./segmented-field.tsx";

/** Up to here choices stand side by side, and up to there in a plain list; more are searched. */
const MOST_SEGMENTS = 4;
const MOST_PLAIN = 12;

export interface Control {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** For the element that takes the input. */
  readonly attributes: {
    readonly id: string;
    readonly "aria-invalid": boolean;
    readonly "aria-describedby": string | undefined;
  };
}

/** How a page shows a field of the contract. */
export interface FieldLook {
  readonly labelKey: MessageKey;
  readonly hintKey?: MessageKey;
  /** Names a choice. */
  readonly sayChoice?: (value: string) => string;
  readonly isMultiline?: boolean;
  readonly unit?: string;
  readonly autoComplete?: string;
  readonly isDisabled?: boolean;
  /** A person has to fill it in, although the call may leave it out. */
  readonly isNeeded?: boolean;
  /** As wide as the form, where fields stand side by side. */
  readonly isWide?: boolean;
  /** Draws the input itself: lists, pictures and the like. */
  readonly render?: (control: Control) => ReactNode;
}

interface FormFieldProps {
  readonly field: FieldSchema;
  readonly look: FieldLook;
  readonly value: unknown;
  readonly refusal: string | undefined;
  readonly onChange: (value: unknown) => void;
}

export function FormField({ field, look, value, refusal, onChange }: FormFieldProps) {
  const { t } = useTranslation();
  const label = t(look.labelKey);
  const hint = look.hintKey === undefined ? undefined : t(look.hintKey);
  const isNeeded = field.isNeeded && field.kind !== "boolean" && !(field.kind === "text" && field.canBeEmpty);
  if (field.kind === "choice" && look.render === undefined && field.choices.length <= MOST_SEGMENTS)
    return (
      <SegmentedField
        label={label}
        isNeeded={isNeeded}
        hint={hint}
        refusal={refusal}
        value={String(value ?? "")}
        options={field.choices.map((choice) => ({ value: choice, text: look.sayChoice?.(choice) ?? choice }))}
        onChange={onChange}
      />
    );
  if (field.kind === "boolean" && look.render === undefined)
    return (
      <label className="check form-check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          {label}
          {(refusal ?? hint) !== undefined && (
            <small className={refusal === undefined ? undefined : "refusal"}>{refusal ?? hint}</small>
          )}
        </span>
      </label>
    );
  return (
    <Field label={label} isNeeded={isNeeded} hint={hint} refusal={refusal}>
      {(attributes) =>
        look.render === undefined ? (
          <FormInput {...{ field, look, value, onChange, attributes }} />
        ) : (
          look.render({ value, onChange, attributes })
        )
      }
    </Field>
  );
}

interface FormInputProps extends Control {
  readonly field: FieldSchema;
  readonly look: FieldLook;
}

function FormInput({ field, look, value, onChange, attributes }: FormInputProps) {
  const text = typeof value === "string" ? value : "";
  switch (field.kind) {
    case "choice":
      return <ChoiceInput {...{ field, look, value: text, onChange, attributes }} />;
    case "instant":
      return <InstantInput value={text} onChange={onChange} attributes={attributes} />;
    case "day":
      return <DayInput value={text} onChange={onChange} attributes={attributes} />;
    case "custom":
    case "boolean":
      throw new Error(`The field ${field.path} needs to be drawn by its page`);
    default:
      return <TextInput {...{ field, look, value: text, onChange, attributes }} />;
  }
}

interface TextProps extends Control {
  readonly field: FieldSchema;
  readonly look: FieldLook;
  readonly value: string;
}

function TextInput({ field, look, value, onChange, attributes }: TextProps) {
  const isNumber = field.kind === "number" || field.kind === "integer";
  const shared = {
    ...attributes,
    value,
    autoComplete: look.autoComplete ?? "off",
    disabled: look.isDisabled,
  };
  if (look.isMultiline === true)
    return (
      <textarea
        {...shared}
        className="input form-lines"
        rows={4}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  if (/password/i.test(field.path))
    return <PasswordInput {...shared} onChange={(event) => onChange(event.target.value)} />;
  const isEmail = field.kind === "text" && field.format === "email";
  const input = (
    <input
      {...shared}
      className="input"
      type="text"
      {...((isNumber || isEmail) && { inputMode: isNumber ? "decimal" : "email" })}
      spellCheck={!isNumber && !isEmail}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  if (look.unit === undefined) return input;
  return (
    <span className="form-unit">
      {input}
      <span aria-hidden="true">{look.unit}</span>
    </span>
  );
}

function ChoiceInput({ field, look, value, onChange, attributes }: TextProps) {
  if (field.kind !== "choice") return null;
  const options = field.choices.map((choice) => ({
    value: choice,
    label: look.sayChoice?.(choice) ?? choice,
  }));
  if (options.length > MOST_PLAIN)
    return (
      <Select
        {...attributes}
        {...(attributes["aria-invalid"] && { status: "error" })}
        showSearch={{ optionFilterProp: "label" }}
        options={options}
        value={value === "" ? null : value}
        disabled={look.isDisabled === true}
        onChange={onChange}
      />
    );
  return (
    <select
      {...attributes}
      className="input"
      value={value}
      disabled={look.isDisabled}
      onChange={(event) => onChange(event.target.value)}
    >
      {(value === "" || !field.isNeeded) && <option value="" />}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
