import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import type { SubmitEvent } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { useChange } from "../../shared/api/queries.ts";
import { noteShown } from "../../shared/api/shown-refusals.ts";
import { dayStart, formatDay } from "../../shared/format/times.ts";
import type { MessageKey } from "../../shared/i18n/i18n.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { Allowed, useCan } from "../../shared/session/allowed.tsx";
import { useDraft } from "../../shared/session/use-draft.tsx";
import { DayInput } from "../../shared/ui/date-inputs.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { DialogFoot } from "../../shared/ui/dialog-foot.tsx";
import { Field } from "../../shared/ui/field.tsx";
import type { RefusalsOf } from "../../shared/ui/refusals.ts";
import { quote, refuse, tellRefusals } from "../../shared/ui/refusals.ts";
import { useFirstField } from "../../shared/ui/use-first-field.ts";
import type { DeviceValues } from "./new-device-fields.tsx";
import { NewDeviceFields } from "./new-device-fields.tsx";
import { cleanCode, cleanSn } from "./registration-code.ts";

interface AddDeviceDialogProps {
  readonly plant: StationDetail;
  readonly onClose: () => void;
}

const nothing: DeviceValues = {
  sn: "",
  code: "",
  alias: "",
  installedOn: undefined,
  isNew: false,
  type: "DCON",
  model: "",
};

/** Binds a gateway or a unit to the plant; who keeps the register can enter a new device on the way. */
export function AddDeviceDialog({ plant, onClose }: AddDeviceDialogProps) {
  const { t } = useTranslation();
  const { tag, language } = useLocale();
  const [values, setValues] = useState(nothing);
  const place = useFirstField<HTMLFormElement>();
  const { code: _, ...kept } = values;
  const isTyped = (Object.keys(kept) as (keyof typeof kept)[]).some((name) => kept[name] !== nothing[name]);
  const { offer, drop } = useDraft<Partial<DeviceValues>>({
    form: "/workData/device/add",
    id: plant.stationId,
    typed: isTyped ? kept : undefined,
    take: (taken) => setValues((before) => ({ ...before, ...taken })),
  });
  const [refused, setRefused] = useState<RefusalsOf<MessageKey>>({});
  const refusals = tellRefusals(refused, language, (key) => t(key));
  const register = useChange(endpoints.device.register, { refusalIn: "form" });
  const add = useChange(endpoints.device.add, { refusalIn: "form" });
  const canRegister = useCan("device:register") === true;
  const isBusy = register.isPending || add.isPending;
  const set = (change: Partial<DeviceValues>): void => setValues((before) => ({ ...before, ...change }));

  async function save(): Promise<void> {
    const sn = cleanSn(values.sn);
    const registrationCode = cleanCode(values.code);
    const missing: Readonly<Record<string, MessageKey>> = {
      ...(sn === "" && { sn: "device.snNeeded" }),
      ...(registrationCode === "" && { registrationCode: "device.codeNeeded" }),
      ...(values.isNew && values.model.trim() === "" && { model: "device.modelNeeded" }),
    };
    setRefused(refuse(missing));
    if (Object.keys(missing).length > 0) return;
    try {
      if (values.isNew) {
        await register.mutateAsync({
          rows: [{ sn, type: values.type, model: values.model.trim(), registrationCode }],
        });
        // It is in the register now: a second try after a refusal must not enter it again.
        set({ isNew: false });
      }
      await add.mutateAsync({
        stationId: plant.stationId,
        sn,
        registrationCode,
        alias: values.alias.trim(),
        ...(values.installedOn !== undefined && {
          installedAt: new Date(dayStart(values.installedOn, plant.timeZone)).toISOString(),
        }),
      });
      drop();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noteShown(error);
      const isUnknown = error.code === "A0240" && canRegister && !values.isNew;
      const said = isUnknown ? { "": `${error.message} ${t("device.maybeNew")}` } : toSentences(error);
      setRefused(quote(said, language));
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void save();
  }

  return (
    <Dialog title={t("device.addTo", { name: plant.name })} onClose={onClose}>
      <form ref={place} className="form-grid" onSubmit={submit} noValidate>
        {offer}
        <Field label={t("device.sn")} isNeeded refusal={refusals.sn} hint={t("device.snHint")}>
          {(attributes) => (
            <input
              {...attributes}
              className="input mono"
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              value={values.sn}
              onChange={(event) => set({ sn: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={t("device.code")}
          isNeeded
          refusal={refusals.registrationCode}
          hint={t("device.codeHint")}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="input mono"
              autoComplete="off"
              spellCheck={false}
              value={values.code}
              onChange={(event) => set({ code: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("device.alias")} refusal={refusals.alias} hint={t("device.aliasHint")}>
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              maxLength={32}
              value={values.alias}
              onChange={(event) => set({ alias: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={t("device.installedOn")}
          refusal={refusals.installedAt}
          hint={t("device.installedOnHint")}
        >
          {(attributes) => (
            <DayInput
              attributes={attributes}
              value={values.installedOn ?? ""}
              max={plant.today}
              placeholder={plant.gridConnectionDate === null ? "" : formatDay(plant.gridConnectionDate, tag)}
              onChange={(day) => set({ installedOn: day === "" ? undefined : day })}
            />
          )}
        </Field>
        <Allowed to="device:register">
          <NewDeviceFields values={values} refusal={refusals.model} set={set} />
        </Allowed>
        {refusals[""] !== undefined && (
          <p className="form-refusal" role="alert">
            {refusals[""]}
          </p>
        )}
        <DialogFoot submitText={t("device.add")} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** What the server says by the last part of the field's path; "" holds what concerns no field. */
function toSentences(error: ApiError): Record<string, string> {
  if (error.fields.length === 0) return { "": error.message };
  return Object.fromEntries(error.fields.map(({ path, message }) => [path.split(".").at(-1) ?? "", message]));
}
