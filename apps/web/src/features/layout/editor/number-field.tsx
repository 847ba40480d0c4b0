import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readPlainNumber, toPlainNumber, toTypedNumber } from "../../../shared/base/format/typed-numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
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

const toText = (value: number | null | undefined, tag: string): string =>
  value === null || value === undefined ? "" : toTypedNumber(String(Math.round(value * 1000) / 1000), tag);

/** A number that takes effect with Enter or when the field is left; a refused one stays in the field. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, min, max, isInteger = false, isOptional = false, onChange } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const shown = toText(value, tag);
  const [typed, setTyped] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  function commit(): void {
    if (typed === undefined || typed === shown) {
      setTyped(undefined);
      setRefusal(undefined);
      return;
    }
    const text = typed.trim();
    const number = readPlainNumber(toPlainNumber(text, tag));
    const isFormat =
      text === "" ? !isOptional : Number.isNaN(number) || (isInteger && !Number.isInteger(number));
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
          value={typed ?? shown}
          placeholder={value === undefined ? t("layoutEditor.mixed") : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && commit()}
        />
      )}
    </Field>
  );
}
