import { useTranslation } from "react-i18next";
import { Field } from "../ui/field.tsx";
import { PasswordInput } from "../ui/password-input.tsx";

interface ChosenPasswordProps {
  /** The password's name in the call. */
  readonly name: "password" | "newPassword";
  readonly told: Readonly<Record<string, string>>;
  readonly onType: (path: string) => void;
  /** There is none yet that it would replace. */
  readonly isFirst?: boolean;
}

/** A password that is chosen, typed twice (R5.15, R5.16). */
export function ChosenPassword({ name, told, onType, isFirst = false }: ChosenPasswordProps) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        label={t(isFirst ? "chosen.firstPassword" : "chosen.password")}
        hint={t("chosen.passwordHint")}
        refusal={told[name]}
      >
        {(attributes) => (
          <PasswordInput
            {...attributes}
            name={name}
            autoComplete="new-password"
            onInput={() => onType(name)}
          />
        )}
      </Field>
      <Field label={t(isFirst ? "chosen.firstConfirm" : "chosen.confirm")} refusal={told.confirmPassword}>
        {(attributes) => (
          <PasswordInput
            {...attributes}
            name="confirmPassword"
            autoComplete="new-password"
            onInput={() => onType("confirmPassword")}
          />
        )}
      </Field>
    </>
  );
}
