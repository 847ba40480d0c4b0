import type { DeviceType } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Field } from "../../shared/ui/field.tsx";
import { Segmented } from "../../shared/ui/segmented.tsx";
import { makeRegistrationCode } from "./registration-code.ts";

const types: readonly DeviceType[] = ["DCON", "SCON", "MCON", "OPT", "RSD"];

/** What is typed about a device to add; type and model only count for one the register does not know. */
export interface DeviceValues {
  readonly sn: string;
  readonly code: string;
  readonly alias: string;
  readonly installedOn: string | undefined;
  readonly isNew: boolean;
  readonly type: DeviceType;
  readonly model: string;
}

interface NewDeviceFieldsProps {
  readonly values: DeviceValues;
  readonly refusal: string | undefined;
  readonly set: (change: Partial<DeviceValues>) => void;
}

/** For those who keep the register: enters the device there first, with a code of its own making if need be. */
export function NewDeviceFields({ values, refusal, set }: NewDeviceFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={values.isNew}
          onChange={(event) => set({ isNew: event.target.checked })}
        />
        <span>
          {t("device.isNew")}
          <small>{t("device.isNewHint")}</small>
        </span>
      </label>
      {values.isNew && (
        <div className="form-new">
          <Segmented
            label={t("unit.type")}
            value={values.type}
            options={types.map((value) => ({ value, text: t(`deviceKind.${value}`) }))}
            onChange={(type) => set({ type })}
          />
          <div className="form-pair">
            <Field label={t("device.model")} isNeeded refusal={refusal}>
              {(attributes) => (
                <input
                  {...attributes}
                  className="input"
                  maxLength={60}
                  value={values.model}
                  onChange={(event) => set({ model: event.target.value })}
                />
              )}
            </Field>
            <button type="button" className="button" onClick={() => set({ code: makeRegistrationCode() })}>
              {t("device.makeCode")}
            </button>
          </div>
        </div>
      )}
    </>
  );
}
