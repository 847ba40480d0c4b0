import { useTranslation } from "react-i18next";
import { Field } from "../ui/form/field.tsx";
import { PasswordInput } from "../ui/form/password-input.tsx";
import type { FieldControl, FieldLayout } from "./layout.ts";
import { findHint } from "./layout.ts";
import type { FieldSchema } from "./schema.ts";
import type { FormState } from "./use-form.ts";

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

export function PlainInput({ field, layout, control }: PlainInputProps) {
  const { attributes, value, onChange } = control;
  const isText = field.kind === "text";
  const isNumber =
    field.kind === "number" || field.kind === "integer" || (isText && field.format === "decimal");
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
