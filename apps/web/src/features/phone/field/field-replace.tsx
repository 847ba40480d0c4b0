import { endpoints } from "virtual:endpoints";
import { schema as replaceSchema } from "virtual:form/deviceMoves.replace";
import type { BodyInputOf, PlaceChange } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../shared/api/api-error.ts";
import { queryClient, queryOf, useChange } from "../../../shared/api/queries.ts";
import { sentenceOf } from "../../../shared/api/shown-refusals.ts";
import { ChangeSummary } from "../../../shared/device/change-summary.tsx";
import { cleanSn } from "../../../shared/device/registration-code.ts";
import { canScan, ScanLabel } from "../../../shared/device/scan-label.tsx";
import { Form, FormError } from "../../../shared/form/form.tsx";
import type { FormLayout } from "../../../shared/form/layout.ts";
import { PlainField } from "../../../shared/form/plain-field.tsx";
import type { FormSchema } from "../../../shared/form/schema.ts";
import { useForm } from "../../../shared/form/use-form.ts";
import { labelFields } from "./device-layout.ts";

type Body = BodyInputOf<typeof endpoints.deviceMoves.replace>;

/** What was checked, and what applies it. */
interface Checked {
  readonly oldSn: string;
  readonly body: Body;
  readonly change: PlaceChange;
}

const schema: FormSchema = {
  ...replaceSchema,
  fields: [
    { path: "oldSn", kind: "text", isRequired: true, isLocal: true, canBeEmpty: false, sentences: {} },
    ...replaceSchema.fields,
  ],
};
const layout: FormLayout = {
  oldSn: {
    labelKey: "phoneField.old",
    isMono: true,
    autoCapitalize: "characters",
    messages: { required: "phoneField.oldNeeded" },
  },
  sn: { ...labelFields.sn, labelKey: "phoneField.new" },
  registrationCode: { ...labelFields.registrationCode, hintKey: "deviceMoves.replace.codeHint" },
};

/** The device of the plant with exactly this serial number. */
async function findDevice(stationId: string, sn: string): Promise<string | undefined> {
  const { rows } = await queryClient.fetchQuery(queryOf(endpoints.device.list, { stationId, search: sn }));
  return rows.find((row) => row.sn === sn)?.deviceId;
}

/** Puts another device at the place of one of the plant: both by their labels, shown before it is done. */
export function FieldReplace({ stationId }: { readonly stationId: string }) {
  const { t } = useTranslation();
  const [checked, setChecked] = useState<Checked>();
  const [replaced, setReplaced] = useState<readonly string[]>([]);
  const last = replaced.at(-1);
  return (
    <section className="card phone-card phone-field" aria-labelledby="field-replace">
      <h2 id="field-replace">{t("phoneField.replace")}</h2>
      <p className="note">{t("phoneField.replaceText")}</p>
      {last !== undefined && (
        <p className="phone-field-done" role="status">
          {t("phoneField.replaced", { sn: last })}
        </p>
      )}
      {/* What was typed is still there after a look at what it does. */}
      <div hidden={checked !== undefined}>
        <ReplaceForm key={replaced.length} stationId={stationId} onChecked={setChecked} />
      </div>
      {checked !== undefined && (
        <Confirmation
          checked={checked}
          onBack={() => setChecked(undefined)}
          onDone={() => {
            setChecked(undefined);
            setReplaced((before) => [...before, checked.oldSn]);
          }}
        />
      )}
    </section>
  );
}

interface ReplaceFormProps {
  readonly stationId: string;
  readonly onChecked: (checked: Checked) => void;
}

function ReplaceForm({ stationId, onChecked }: ReplaceFormProps) {
  const { t } = useTranslation();
  const form = useForm({ schema, layout });
  const check = useChange(endpoints.deviceMoves.replace, { refusalIn: "form" });

  async function send(typed: Omit<Body, "deviceId" | "mode">): Promise<void> {
    const oldSn = cleanSn(String(form.values.oldSn));
    const deviceId = await findDevice(stationId, oldSn);
    if (deviceId === undefined) return form.showErrors({ oldSn: { messageKey: "phoneField.oldMissing" } });
    const body: Body = { ...typed, deviceId, mode: "check" };
    const change = await check.mutateAsync(body);
    const { revision, fromAt } = change;
    onChecked({ oldSn, change, body: { ...body, mode: "apply", revision, fromAt } });
  }

  const hasOld = Boolean(form.values.oldSn);
  const isComplete = hasOld && Boolean(form.values.sn);
  return (
    <Form form={form} className="phone-field-form" onSubmit={() => void form.submit(send)}>
      <ScanLabel
        text={t("phoneField.scanOld")}
        isPrimary={!hasOld}
        onLabel={({ sn }) => form.set("oldSn", sn)}
      />
      <PlainField form={form} path="oldSn" />
      <ScanLabel
        text={t("phoneField.scanNew")}
        isPrimary={hasOld && !form.values.sn}
        onLabel={({ sn, registrationCode }) => {
          form.set("sn", sn);
          if (registrationCode !== undefined) form.set("registrationCode", registrationCode);
        }}
      />
      <PlainField form={form} path="sn" />
      <PlainField form={form} path="registrationCode" />
      <FormError form={form} />
      <button
        type="submit"
        className="button"
        data-kind={canScan() && !isComplete ? undefined : "primary"}
        disabled={form.isBusy}
      >
        {t("phoneField.check")}
      </button>
    </Form>
  );
}

interface ConfirmationProps {
  readonly checked: Checked;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

function Confirmation({ checked, onBack, onDone }: ConfirmationProps) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string>();
  const apply = useChange(endpoints.deviceMoves.replace, { refusalIn: "form" });

  async function confirm(): Promise<void> {
    setRefusal(undefined);
    try {
      await apply.mutateAsync(checked.body);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(sentenceOf(error));
    }
  }

  return (
    <>
      <ChangeSummary change={checked.change} />
      {refusal !== undefined && (
        <p className="form-refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onBack}>
          {t("phoneField.change")}
        </button>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={apply.isPending}
          onClick={() => void confirm()}
        >
          {t("deviceMoves.replace.confirm")}
        </button>
      </div>
    </>
  );
}
