import { Select } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDay } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { DayInput, InstantInput } from "../ui/form/date-inputs.tsx";
import { Field } from "../ui/form/field.tsx";
import { holdEscape } from "../ui/form/pick/hold-escape.ts";
import { ArrayField } from "./array-field.tsx";
import type { FieldControl, FieldLayout } from "./layout.ts";
import { findHint } from "./layout.ts";
import { PlainInput } from "./plain-field.tsx";
import type { ChoiceSchema, FieldSchema } from "./schema.ts";
import { SegmentedField } from "./segmented-field.tsx";
import type { FormState } from "./use-form.ts";
import type { FormValues } from "./values.ts";
import "./form.css";

/** Up to this many choices are side by side, up to that many in a plain list; more are searched. */
const MAX_SEGMENTS = 4;
const MAX_PLAIN = 12;

/** A field of any kind, at its place in a form; nothing while it is not shown. */
export function FormField({ form, path }: { readonly form: FormState; readonly path: string }) {
  const field = form.fields.find((each) => each.path === path);
  const layout = form.layout[path];
  if (field === undefined || layout === undefined) return null;
  if (layout.lockedKey !== undefined)
    return <LockedField field={field} layout={layout} value={form.values[path]} why={layout.lockedKey} />;
  if (field.kind === "array" && layout.render === undefined)
    return (
      <ArrayField form={form} field={field} layout={layout}>
        {(cell) => <FieldBox key={cell.field.path} {...cell} values={form.values} />}
      </ArrayField>
    );
  return (
    <FieldBox
      field={field}
      layout={layout}
      value={form.values[path]}
      values={form.values}
      error={form.errors[path]}
      onChange={(value) => form.set(path, value)}
    />
  );
}

export interface FieldBoxProps {
  readonly field: FieldSchema;
  readonly layout: FieldLayout;
  readonly value: unknown;
  readonly values: FormValues;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}

function FieldBox({ field, layout, value, values, error, onChange }: FieldBoxProps) {
  const { t } = useTranslation();
  const label = layout.label ?? t(layout.labelKey);
  const hintKey = findHint(layout, values);
  const hint =
    (typeof layout.hint === "function" ? layout.hint(values) : layout.hint) ?? (hintKey && t(hintKey));
  const isRequired =
    field.isRequired && field.kind !== "boolean" && !(field.kind === "text" && field.canBeEmpty);
  if (field.kind === "choice" && layout.render === undefined && isSegmented(field, layout))
    return (
      <SegmentedField
        label={label}
        isNeeded={isRequired}
        hint={hint}
        refusal={error}
        value={String(value ?? "")}
        options={field.choices.map((choice) => ({
          value: choice,
          text: layout.sayChoice?.(choice) ?? choice,
        }))}
        onChange={onChange}
      />
    );
  if (field.kind === "boolean" && layout.render === undefined)
    return (
      <CheckField
        label={label}
        note={error ?? hint}
        isError={error !== undefined}
        isChecked={value === true}
        onChange={onChange}
      />
    );
  return (
    <Field label={label} isNeeded={isRequired} hint={hint} refusal={error}>
      {(attributes) => {
        const control = { attributes, value, values, onChange };
        return layout.render?.(control) ?? <FormInput field={field} layout={layout} control={control} />;
      }}
    </Field>
  );
}

const isSegmented = ({ choices }: ChoiceSchema, layout: FieldLayout): boolean =>
  layout.isSegmented === true || choices.length <= MAX_SEGMENTS;

interface CheckFieldProps {
  readonly label: string;
  readonly note: ReactNode;
  readonly isError: boolean;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function CheckField({ label, note, isError, isChecked, onChange }: CheckFieldProps) {
  return (
    <label className="check form-check">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {label}
        {note !== undefined && <small className={isError ? "refusal" : undefined}>{note}</small>}
      </span>
    </label>
  );
}

interface LockedFieldProps extends Pick<FieldBoxProps, "field" | "layout" | "value"> {
  readonly why: NonNullable<FieldLayout["lockedKey"]>;
}

/** A value that cannot be changed here, and why. */
function LockedField({ field, layout, value, why }: LockedFieldProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const text = typeof value === "string" ? value : "";
  const shown = field.kind === "day" && text !== "" ? formatDay(text, tag) : text;
  return (
    <div className="field">
      <span className="label">{t(layout.labelKey)}</span>
      <span className="fixed-value">{(layout.sayChoice?.(shown) ?? shown) || "–"}</span>
      <span className="hint">{t(why)}</span>
    </div>
  );
}

interface FormInputProps {
  readonly field: FieldSchema;
  readonly layout: FieldLayout;
  readonly control: FieldControl;
}

function FormInput({ field, layout, control }: FormInputProps) {
  const { value, onChange, attributes } = control;
  const text = typeof value === "string" ? value : "";
  switch (field.kind) {
    case "choice":
      return <ChoiceInput field={field} layout={layout} control={control} />;
    case "instant":
      return <InstantInput value={text} onChange={onChange} attributes={attributes} />;
    case "day":
      return <DayInput value={text} onChange={onChange} attributes={attributes} />;
    case "custom":
    case "boolean":
    case "array":
      throw new Error(`The field ${field.path} has to be rendered by its page`);
    default:
      return <PlainInput field={field} layout={layout} control={control} />;
  }
}

function ChoiceInput({ field, layout, control }: FormInputProps & { readonly field: ChoiceSchema }) {
  const { attributes, onChange } = control;
  const value = typeof control.value === "string" ? control.value : "";
  const options = field.choices.map((choice) => ({
    value: choice,
    label: layout.sayChoice?.(choice) ?? choice,
  }));
  if (options.length > MAX_PLAIN)
    return (
      <Select
        {...attributes}
        {...(attributes["aria-invalid"] && { status: "error" })}
        onKeyDown={holdEscape}
        showSearch={{ optionFilterProp: "label" }}
        options={options}
        value={value === "" ? null : value}
        disabled={layout.isDisabled === true}
        onChange={onChange}
      />
    );
  return (
    <select
      {...attributes}
      className="input"
      value={value}
      disabled={layout.isDisabled}
      onChange={(event) => onChange(event.target.value)}
    >
      {(value === "" || !field.isRequired) && <option value="" />}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
