import { endpoints } from "virtual:endpoints";
import type { BodyInputOf, DeviceType, StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { useChange } from "../../shared/api/queries.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import { Allowed, useCan } from "../../shared/auth/allowed.tsx";
import { dayStart, formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { cleanCode, cleanSn } from "../../shared/device/registration-code.ts";
import { ScanLabel } from "../../shared/device/scan-label.tsx";
import { DialogForm } from "../../shared/form/dialog-form.tsx";
import { FormField } from "../../shared/form/form-field.tsx";
import type { FormLayout } from "../../shared/form/layout.ts";
import type { EndpointForm } from "../../shared/form/use-endpoint-form.ts";
import { useEndpointForm } from "../../shared/form/use-endpoint-form.ts";
import { DayInput } from "../../shared/ui/form/date-inputs.tsx";
import { deviceSchema } from "./device-schema.ts";
import { NewDeviceFields } from "./new-device-fields.tsx";

interface AddDeviceDialogProps {
  readonly plant: StationDetail;
  readonly onClose: () => void;
}

type AddDevice = typeof endpoints.device.add;

/** Binds a gateway or a unit to the plant; users who may register devices can register a new one on the way. */
export function AddDeviceDialog({ plant, onClose }: AddDeviceDialogProps) {
  const { t } = useTranslation();
  const register = useChange(endpoints.device.register, { refusalIn: "form" });
  const add = useChange(endpoints.device.add, { refusalIn: "form" });
  const canRegister = useCan("device:register") === true;
  const form: EndpointForm<AddDevice> = useEndpointForm({
    endpoint: endpoints.device.add,
    schema: deviceSchema,
    layout: useDeviceLayout(plant),
    // The first device of a plant is its gateway.
    initial: plant.gatewayCount === 0 ? { type: "DCON" satisfies DeviceType } : {},
    fixed: { stationId: plant.stationId },
    // The calls name the same fields, in a list or not.
    toPath: (path) => path.split(".").at(-1) ?? "",
    send,
    onDone: close,
  });

  async function send(body: BodyInputOf<AddDevice>) {
    const { isNew, type, model } = form.values;
    if (isNew === true) {
      const { sn, registrationCode } = body;
      const row = { sn, registrationCode, type: type as DeviceType, model: String(model).trim() };
      await register.mutateAsync({ rows: [row] });
      // It is registered now: a second try after a refusal must not register it again.
      form.set("isNew", false);
    }
    try {
      return await add.mutateAsync(body);
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.code === "A0240" && canRegister && isNew !== true;
      if (!isUnknown) throw error;
      throw new ApiError(`${sentenceOf(error)} ${t("device.maybeNew")}`);
    }
  }

  function close(): void {
    form.release();
    onClose();
  }

  return (
    <DialogForm
      form={form}
      title={t("device.addTo", { name: plant.name })}
      submitText={t("device.add")}
      onSubmit={() => void form.submit()}
      onClose={close}
    >
      {form.offer}
      <ScanLabel
        onLabel={({ sn, registrationCode }) => {
          form.set("sn", sn);
          if (registrationCode !== undefined) form.set("registrationCode", registrationCode);
        }}
      />
      {["sn", "registrationCode", "alias", "installedAt"].map((path) => (
        <FormField key={path} form={form} path={path} />
      ))}
      <Allowed to="device:register">
        <NewDeviceFields form={form} />
      </Allowed>
    </DialogForm>
  );
}

/** The time zone of a plant's day. */
const zoneOf = ({ zones, timeZone }: StationDetail, day: string): string =>
  zones.findLast(({ fromDay }) => fromDay === null || fromDay <= day)?.timeZone ?? timeZone;

function useDeviceLayout(plant: StationDetail): FormLayout {
  const { t } = useTranslation();
  const { tag } = useLocale();
  return {
    sn: {
      labelKey: "device.sn",
      hintKey: "device.snHint",
      isMono: true,
      autoCapitalize: "characters",
      normalize: cleanSn,
      isRequired: true,
      // The first device of a plant is its gateway (R5.2).
      messages: { required: plant.gatewayCount === 0 ? "device.dconSnNeeded" : "device.snNeeded" },
    },
    registrationCode: {
      labelKey: "device.code",
      hintKey: "device.codeHint",
      isMono: true,
      autoCapitalize: "none",
      normalize: cleanCode,
      messages: { required: "device.codeNeeded" },
    },
    alias: { labelKey: "device.alias", hintKey: "device.aliasHint" },
    installedAt: {
      labelKey: "device.installedOn",
      hintKey: "device.installedOnHint",
      // A day of the plant is typed, the moment it begins is sent.
      normalize: (day) => (day === "" ? "" : new Date(dayStart(day, zoneOf(plant, day))).toISOString()),
      render: ({ attributes, value, onChange }) => (
        <DayInput
          attributes={attributes}
          value={String(value ?? "")}
          max={plant.today}
          placeholder={plant.gridConnectionDate === null ? "" : formatDay(plant.gridConnectionDate, tag)}
          onChange={onChange}
        />
      ),
    },
    isNew: { labelKey: "device.isNew" },
    type: {
      labelKey: "unit.type",
      isSegmented: true,
      sayChoice: (type) => t(`deviceKind.${type as DeviceType}`),
    },
    model: { labelKey: "device.model", isCapped: true, messages: { required: "device.modelNeeded" } },
  };
}
