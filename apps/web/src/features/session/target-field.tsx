import { useTranslation } from "react-i18next";
import { Field } from "../../shared/ui/field.tsx";

interface TargetFieldProps {
  readonly refusal: string | undefined;
  /** Where an invitation went: nothing else is taken. */
  readonly fixed?: string | undefined;
  /** What it begins with. */
  readonly start?: string | undefined;
  readonly onType: () => void;
}

/** Email or phone that a code is sent to. */
export function TargetField({ refusal, fixed, start, onType }: TargetFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t("code.target")} refusal={refusal}>
      {(attributes) => (
        <input
          {...attributes}
          className="input"
          name="target"
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={fixed ?? start}
          readOnly={fixed !== undefined}
          onInput={onType}
        />
      )}
    </Field>
  );
}
