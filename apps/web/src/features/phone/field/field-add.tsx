import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/device.add";
import type { StationDetail } from "@heliograph/contract";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { canScan, ScanLabel } from "../../../shared/device/scan-label.tsx";
import { Form, FormError } from "../../../shared/form/form.tsx";
import type { FormLayout } from "../../../shared/form/layout.ts";
import { PlainField } from "../../../shared/form/plain-field.tsx";
import { useEndpointForm } from "../../../shared/form/use-endpoint-form.ts";
import { labelFields } from "./device-layout.ts";

/** Adds devices one after the other by their labels. */
export function FieldAdd({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const [added, setAdded] = useState<readonly string[]>([]);
  const last = added.at(-1);
  return (
    <section className="card phone-card phone-field" aria-labelledby="field-add">
      <h2 id="field-add">{t("phoneField.add")}</h2>
      <p className="note">{t("phoneField.addText")}</p>
      {last !== undefined && (
        <p className="phone-field-done" role="status">
          {t("phoneField.added", { sn: last })}
        </p>
      )}
      {/* Empty again for the next device. */}
      <AddForm
        key={added.length}
        plant={plant}
        isNext={last !== undefined}
        onAdded={(sn) => setAdded((before) => [...before, sn])}
      />
    </section>
  );
}

interface AddFormProps {
  readonly plant: StationDetail;
  /** A device was added before this one. */
  readonly isNext: boolean;
  readonly onAdded: (sn: string) => void;
}

function AddForm({ plant, isNext, onAdded }: AddFormProps) {
  const { t } = useTranslation();
  const isGateway = plant.gatewayCount === 0;
  const layout: FormLayout = {
    ...labelFields,
    // The first device of a plant is its gateway.
    sn: {
      ...labelFields.sn,
      isRequired: true,
      messages: { required: isGateway ? "device.dconSnNeeded" : "device.snNeeded" },
    },
    alias: { labelKey: "device.alias", hintKey: "device.aliasHint" },
  };
  const form = useEndpointForm({
    endpoint: endpoints.device.add,
    schema,
    layout,
    fixed: { stationId: plant.stationId },
    onDone: () => onAdded(labelFields.sn.normalize(String(form.values.sn))),
  });
  const isEmpty = !form.values.sn;
  const { element } = form;
  useEffect(() => {
    // Who types goes on typing; the keyboard would cover the button of who scans.
    if (isNext && !canScan()) element.current?.querySelector<HTMLElement>("input")?.focus();
  }, [isNext, element]);
  return (
    <Form form={form} className="phone-field-form" onSubmit={() => void form.submit()}>
      {form.offer}
      <ScanLabel
        isPrimary={isEmpty}
        onLabel={({ sn, registrationCode }) => {
          form.set("sn", sn);
          if (registrationCode !== undefined) form.set("registrationCode", registrationCode);
        }}
      />
      {Object.keys(layout).map((path) => (
        <PlainField key={path} form={form} path={path} />
      ))}
      <FormError form={form} />
      <button
        type="submit"
        className="button"
        data-kind={canScan() && isEmpty ? undefined : "primary"}
        disabled={form.isBusy}
      >
        {t("phoneField.add")}
      </button>
    </Form>
  );
}
