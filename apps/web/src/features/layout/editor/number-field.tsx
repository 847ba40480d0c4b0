import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../shared/ui/form/field.tsx";

interface NumberFieldProps {
  readonly label: string;
  /** Undefined where the selected groups differ; null where it is not known. */
  readonly value: number | null | undefined;
  readonly min: number;
  readonly max: number;
  readonly isInteger?: boolean;
  /** Whether it can be empty, for a value that is not known. */
  readonly isOptional?: boolean;
  readonly onChange: (value: number | null) => void;
}

const toText = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(Math.round(value * 1000) / 1000);

/** A number that takes effect with Enter or when the field is left; a refused one stays in the field. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, min, max, isInteger = false, isOptional = false, onChange } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  function commit(): void {
    if (typed === undefined || typed === toText(value)) {
      setTyped(undefined);
      setRefusal(undefined);
      return;
    }
    const text = typed.trim().replace(",", ".");
    const number = Number(text);
    const isFormat =
      text === "" ? !isOptional : !/^-?\d*\.?\d+$/u.test(text) || (isInteger && !Number.isInteger(number));
    let found: string | undefined;
    if (isFormat) found = t("layoutEditor.problem.format");
    else if (text !== "" && (number < min || number > max)) found = t("layoutEditor.range", { min, max });
    setRefusal(found);
    if (found !== undefined) return;
    setTyped(undefined);
    onChange(text === "" ? null : number);
  }

  return (
    <Field label={label} {...(refusal !== undefined && { refusal })}>
      {(attributes) => (
        <input
          {...attributes}
          className="input"
          inputMode="decimal"
          value={typed ?? toText(value)}
          placeholder={value === undefined ? t("layoutEditor.mixed") : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && commit()}
        />
      )}
    </Field>
  );
}
