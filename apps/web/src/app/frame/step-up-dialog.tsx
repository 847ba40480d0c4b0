import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/session.stepUp";
import type { BodyInputOf } from "@heliograph/contract";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { DialogForm } from "../../shared/form/dialog-form.tsx";
import { PlainField } from "../../shared/form/plain-field.tsx";
import { useForm } from "../../shared/form/use-form.ts";
import { offerStepUp } from "../../shared/session/step-up.ts";

type Finish = (isGiven: boolean) => void;

/** Asks for the password again when a call requires it (A0220); the call is then repeated. */
export function StepUpDialog() {
  const [finish, setFinish] = useState<Finish>();
  useEffect(
    () =>
      offerStepUp(
        () =>
          new Promise((resolve) => {
            setFinish(() => (isGiven: boolean) => {
              setFinish(undefined);
              resolve(isGiven);
            });
          }),
      ),
    [],
  );
  return finish === undefined ? null : <PasswordForm onFinish={finish} />;
}

const layout = {
  password: {
    labelKey: "stepUp.password",
    autoComplete: "current-password",
    messages: { required: "stepUp.needed" },
  },
} as const;

function PasswordForm({ onFinish }: { onFinish: Finish }) {
  const { t } = useTranslation();
  const form = useForm({ schema, layout, otherErrorsAt: "password" });

  async function confirm(): Promise<void> {
    await form.submit(async (body: BodyInputOf<typeof endpoints.session.stepUp>) => {
      await call(endpoints.session.stepUp, { body, refusalIn: "dialog" });
      onFinish(true);
    });
    // After a wrong one, the next stroke replaces it.
    form.element.current?.querySelector("input")?.select();
  }

  return (
    <DialogForm
      form={form}
      title={t("stepUp.title")}
      submitText={t("stepUp.confirm")}
      onSubmit={() => void confirm()}
      onClose={() => onFinish(false)}
    >
      <p>{t("stepUp.text")}</p>
      <PlainField form={form} path="password" />
    </DialogForm>
  );
}
