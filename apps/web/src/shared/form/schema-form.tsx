import type { BodyInputOf, DataOf, Endpoint } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, FormError } from "./form.tsx";
import { FormField } from "./form-field.tsx";
import { OverruledFields } from "./form-parts.tsx";
import type { FieldLayout, FormLayout } from "./layout.ts";
import type { EndpointFormInput } from "./use-endpoint-form.ts";
import { useEndpointForm } from "./use-endpoint-form.ts";

/** Paths of a body: `name`, `servers.china`. */
export type PathOf<Body> = Body extends object
  ? {
      [Name in keyof Body & string]: NonNullable<Body[Name]> extends infer Inner
        ? Inner extends readonly unknown[]
          ? Name
          : Inner extends object
            ? Name | `${Name}.${PathOf<Inner>}`
            : Name
        : never;
    }[keyof Body & string]
  : never;

/** Layout of the fields of an endpoint's body, in their order on screen. */
export type LayoutOf<E extends Endpoint> = { readonly [Path in PathOf<BodyInputOf<E>>]?: FieldLayout };

interface FormViewProps {
  readonly submitText: string;
  /** `danger` for what cannot be undone. */
  readonly submitKind?: "primary" | "danger" | undefined;
  readonly onCancel?: () => void;
  /** Fields side by side. */
  readonly isPaired?: boolean;
  /** Below the fields. */
  readonly note?: ReactNode;
}

export interface SchemaFormProps<E extends Endpoint, Result = DataOf<E>>
  extends Omit<EndpointFormInput<E, Result>, "layout">,
    FormViewProps {
  readonly fields: LayoutOf<E>;
  readonly onDirty?: (isDirty: boolean) => void;
}

/**
 * A form from a body of the contract: renders its fields, checks them with the server's own sentences, shows what the
 * server refuses beside the field, keeps what was typed, sends once.
 *
 *     import { schema } from "virtual:form/provider.add";
 *     const fields = { countryOrRegion: { labelKey: "provider.region", sayChoice: sayRegion }, text: { labelKey: "provider.text", isMultiline: true } } as const;
 *
 *     <SchemaForm endpoint={endpoints.provider.add} schema={schema} fields={fields} submitText={t("provider.add")} onDone={close} onCancel={close} />
 *
 * Editing: `endpoint={endpoints.provider.update} initial={row} fixed={{ providerId: row.providerId, revision: row.revision }}`.
 * Lists and the like are rendered by the page: `languages: { labelKey, render: ({ value, onChange, attributes }) => … }`.
 * In a dialog use `FormDialog`, which asks before typed things are lost; for a form with sections or several calls use
 * `useEndpointForm` or `useForm` with `Form`, `FormSection` and `FormField`.
 */
export function SchemaForm<E extends Endpoint>({ fields, onDirty, ...props }: SchemaFormProps<E>) {
  const form = useEndpointForm({ ...props, layout: fields as FormLayout });
  const { isDirty } = form;
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty]);
  return <FormView form={form} {...props} />;
}

/** The fields of a form one after the other, and its buttons. */
export function FormView({
  form,
  submitText,
  submitKind = "primary",
  onCancel,
  isPaired = false,
  note,
}: FormViewProps & { readonly form: ReturnType<typeof useEndpointForm> }) {
  const { t } = useTranslation();
  return (
    <Form form={form} className="schema-form" onSubmit={() => void form.submit()}>
      {form.offer}
      <OverruledFields form={form} />
      <div className="form-grid" data-paired={isPaired}>
        {form.fields.map(({ path }) => (
          <div key={path} data-wide={form.layout[path]?.isWide}>
            <FormField form={form} path={path} />
          </div>
        ))}
      </div>
      {note}
      <FormError form={form} />
      <div className="dialog-actions">
        {onCancel !== undefined && (
          <button type="button" className="button" onClick={onCancel}>
            {t("action.cancel")}
          </button>
        )}
        <button type="submit" className="button" data-kind={submitKind} disabled={form.isBusy}>
          {submitText}
        </button>
      </div>
    </Form>
  );
}
