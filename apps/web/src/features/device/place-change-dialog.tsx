import type { BodyInputOf, Endpoint, PlaceChange } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { useChange } from "../../shared/api/queries.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import { ChangeSummary } from "../../shared/device/change-summary.tsx";
import { Form, FormError } from "../../shared/form/form.tsx";
import { FormField } from "../../shared/form/form-field.tsx";
import type { FormLayout } from "../../shared/form/layout.ts";
import type { FormSchema } from "../../shared/form/schema.ts";
import { useEndpointForm } from "../../shared/form/use-endpoint-form.ts";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";
import { DialogFoot } from "../../shared/ui/dialog/dialog-foot.tsx";
import { useFirstField } from "../../shared/ui/form/use-first-field.ts";

interface PlaceChangeDialogProps<E extends Endpoint> {
  readonly title: string;
  readonly text: string;
  readonly endpoint: E;
  readonly schema: FormSchema;
  readonly layout: FormLayout;
  readonly initial?: unknown;
  readonly fixed: Partial<BodyInputOf<E>>;
  /** The button that makes the change. */
  readonly confirmText: string;
  readonly isDangerous?: boolean;
  /** Shown before the fields; sets what it finds. */
  readonly lead?: (set: (path: string, value: unknown) => void) => ReactNode;
  readonly onClose: () => void;
  readonly onDone: (change: PlaceChange) => void;
}

/** A change of a device's place in two steps: what is to change, then what the change does, before it is made. */
export function PlaceChangeDialog<E extends Endpoint>(props: PlaceChangeDialogProps<E>) {
  const { title, text, endpoint, schema, layout, initial, fixed, confirmText, isDangerous = false } = props;
  const { lead, onClose, onDone } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState<PlaceChange>();
  const [refusal, setRefusal] = useState<string>();
  const checkedBody = useRef<object>({});
  const change = useChange(endpoint, { refusalIn: "form" });
  const send = async (body: object) => (await change.mutateAsync(body as BodyInputOf<E>)) as PlaceChange;
  const form = useEndpointForm<E, PlaceChange>({
    endpoint,
    schema,
    layout,
    initial,
    fixed: { ...fixed, mode: "check" } as Partial<BodyInputOf<E>>,
    async send(body) {
      checkedBody.current = body as object;
      return await send(body as object);
    },
    onDone: setShown,
  });
  useFirstField(form.element);

  function close(): void {
    form.release();
    onClose();
  }

  async function apply({ revision, fromAt }: PlaceChange): Promise<void> {
    setRefusal(undefined);
    try {
      onDone(await send({ ...checkedBody.current, mode: "apply", revision, fromAt }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(sentenceOf(error));
    }
  }

  return (
    <Dialog title={title} onClose={close}>
      {shown === undefined ? (
        <Form form={form} className="form-grid" onSubmit={() => void form.submit()}>
          <p className="note">{text}</p>
          {lead?.(form.set)}
          {Object.keys(layout).map((path) => (
            <FormField key={path} form={form} path={path} />
          ))}
          <FormError form={form} />
          <DialogFoot submitText={t("deviceMoves.check")} isBusy={form.isBusy} onCancel={close} />
        </Form>
      ) : (
        <>
          <ChangeSummary change={shown} />
          {refusal !== undefined && (
            <p className="form-refusal" role="alert">
              {refusal}
            </p>
          )}
          <div className="dialog-actions">
            <button
              type="button"
              className="button"
              onClick={() => {
                setRefusal(undefined);
                setShown(undefined);
              }}
            >
              {t("deviceMoves.back")}
            </button>
            <button
              type="button"
              className="button"
              data-kind={isDangerous ? "danger" : "primary"}
              disabled={change.isPending}
              onClick={() => void apply(shown)}
            >
              {confirmText}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
