import type { FieldLayout, FormLayout } from "../form/layout.ts";
import { CodeInput } from "./code-input.tsx";

/** Email or phone that a code is sent to (R5.3). */
export const targetField = (how: Pick<FieldLayout, "autoComplete" | "isReadOnly">): FieldLayout => ({
  labelKey: "code.target",
  inputMode: "email",
  autoCapitalize: "none",
  messages: {
    required: "code.targetNeeded",
    "field.email": "code.email",
    "field.phone": "code.phone",
    "field.contact": "code.targetWrong",
  },
  ...how,
});

/** The code itself (R5.17); `onSend` requests one and resolves to the seconds until the next. */
export const codeField = (onSend: () => Promise<number | undefined>): FieldLayout => ({
  labelKey: "code.label",
  hintKey: "code.hint",
  messages: { required: "code.needed", invalid: "code.wrong" },
  render: (control) => <CodeInput control={control} onSend={onSend} />,
});

/** A new password, typed twice (R5.15, R5.16); `isFirst` if there is none yet that it would replace. */
export function newPasswordFields(name: "password" | "newPassword", isFirst = false): FormLayout {
  return {
    [name]: {
      labelKey: isFirst ? "chosen.firstPassword" : "chosen.password",
      hintKey: "chosen.passwordHint",
      autoComplete: "new-password",
      messages: { required: "chosen.length", invalid: "chosen.length" },
    },
    confirmPassword: {
      labelKey: isFirst ? "chosen.firstConfirm" : "chosen.confirm",
      autoComplete: "new-password",
      isRequired: true,
      messages: { required: "chosen.confirmNeeded", same: "chosen.same" },
    },
  };
}
