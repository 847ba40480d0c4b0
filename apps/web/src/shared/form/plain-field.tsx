import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toPlainNumber, toTypedNumber } from "../base/format/typed-numbers.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { Field } from "../ui/form/field.tsx";
import { PasswordInput } from "../ui/form/password-input.tsx";
import type { FieldControl, FieldLayout } from "./layout.ts";
import { findHint } from "./layout.ts";
import type { FieldSchema } from "./schema.ts";
import type { FormState } from "./use-form.ts";
import { isNumeric } from "./values.ts";

interface PlainFieldProps {
  readonly form: FormState;
  readonly path: string;
}

/** A field of text, a number or a password, or one that its page renders: forms that load before the console need no others. */
export function PlainField({ form, path }: PlainFieldProps) {
  const { t } = useTranslation();
  const field = form.fields.find((each) => each.path === path);
  const layout = form.layout[path];
  if (field === undefined || layout === undefined) return null;
  const hintKey = findHint(layout, form.values);
  return (
    <Field label={t(layout.labelKey)} hint={hintKey && t(hintKey)} refusal={form.errors[path]}>
      {(attributes) => {
        const onChange = (value: unknown): void => form.set(path, value);
        const control = { attributes, onChange, value: form.values[path], values: form.values };
        return layout.render?.(control) ?? <PlainInput field={field} layout={layout} control={control} />;
      }}
    </Field>
  );
}

interface PlainInputProps {
  readonly field: FieldSchema;
  readonly layout: FieldLayout;
  readonly control: FieldControl;
}

export function PlainInput(props: PlainInputProps) {
  return isNumeric(props.field) ? <NumberInput {...props} /> : <TextInput {...props} />;
}

/** A number as it was typed while it is the form's; else the form's number as the language on screen writes it. */
function NumberInput({ field, layout, control }: PlainInputProps) {
  const { tag } = useLocale();
  const [typed, setTyped] = useState("");
  const isGrouped = layout.isCoordinate !== true;
  const read = (text: string): string => toPlainNumber(text, tag, { isGrouped });
  const value = typeof control.value === "string" ? control.value : "";
  const shown = isGrouped ? toTypedNumber(value, tag) : value;
  function onChange(text: unknown): void {
    setTyped(String(text));
    control.onChange(read(String(text)));
  }
  return (
    <TextInput
      field={field}
      layout={layout}
      control={{ ...control, value: read(typed) === value ? typed : shown, onChange }}
    />
  );
}

function TextInput({ field, layout, control }: PlainInputProps) {
  const { attributes, value, onChange } = control;
  const isText = field.kind === "text";
  const isNumber = isNumeric(field);
  const isEmail = isText && field.format === "email";
  const shared = {
    ...attributes,
    name: field.path,
    value: typeof value === "string" ? value : "",
    autoComplete: layout.autoComplete ?? "off",
    disabled: layout.isDisabled,
    readOnly: layout.isReadOnly,
    maxLength: isText && layout.isCapped === true ? field.maxLength : undefined,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  };
  if (layout.isMultiline === true) return <textarea {...shared} className="input form-lines" rows={4} />;
  if (isText && field.format === "password") return <PasswordInput {...shared} />;
  const kind = isNumber ? "decimal" : "email";
  const input = (
    <input
      {...shared}
      className={layout.isMono === true ? "input mono" : "input"}
      type="text"
      inputMode={layout.inputMode ?? (isNumber || isEmail ? kind : undefined)}
      autoCapitalize={layout.autoCapitalize}
      spellCheck={!isNumber && !isEmail && layout.autoCapitalize === undefined}
    />
  );
  if (layout.unit === undefined) return input;
  return (
    <span className="form-unit">
      {input}
      <span aria-hidden="true">
        {typeof layout.unit === "string" ? layout.unit : layout.unit(control.values)}
      </span>
    </span>
  );
}
