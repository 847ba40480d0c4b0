import { Field } from "../../shared/ui/field.tsx";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly refusal: string | undefined;
  readonly isNeeded?: boolean;
  readonly hint?: string;
  readonly unit?: string;
  readonly maxLength?: number;
  readonly type?: "text" | "email" | "tel";
  readonly inputMode?: "text" | "decimal" | "tel" | "email";
}

export function TextField({
  unit,
  value,
  onChange,
  maxLength,
  type = "text",
  inputMode,
  ...field
}: TextFieldProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <span className="with-unit" data-has-unit={unit !== undefined}>
          <input
            {...attributes}
            className="input"
            type={type}
            inputMode={inputMode}
            maxLength={maxLength}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {unit !== undefined && <span aria-hidden="true">{unit}</span>}
        </span>
      )}
    </Field>
  );
}
