import { useTranslation } from "react-i18next";
import { makeRegistrationCode } from "../../shared/device/registration-code.ts";
import { FormField } from "../../shared/form/form-field.tsx";
import type { FormState } from "../../shared/form/use-form.ts";

/** For users who may register devices: registers the device first, with a generated code if needed. */
export function NewDeviceFields({ form }: { readonly form: FormState }) {
  const { t } = useTranslation();
  const isNew = form.values.isNew === true;
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={isNew} onChange={({ target }) => form.set("isNew", target.checked)} />
        <span>
          {t("device.isNew")}
          <small>{t("device.isNewHint")}</small>
        </span>
      </label>
      {isNew && (
        <div className="form-new">
          <FormField form={form} path="type" />
          <div className="form-pair">
            <FormField form={form} path="model" />
            <button
              type="button"
              className="button"
              onClick={() => form.set("registrationCode", makeRegistrationCode())}
            >
              {t("device.makeCode")}
            </button>
          </div>
        </div>
      )}
    </>
  );
}
