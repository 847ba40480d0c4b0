import type { BodyInputOf, DataOf, Endpoint } from "@heliograph/contract";
import type { SubmitEvent } from "react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Draft } from "./check-field.ts";
import type { FieldLook } from "./form-field.tsx";
import { FormField } from "./form-field.tsx";
import type { FormSchema } from "./schema.ts";
import { useSchemaForm } from "./use-schema-form.ts";
import "./schema-form.css";

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

export interface SchemaFormProps<E extends Endpoint> {
  readonly endpoint: E;
  /** From `virtual:form/<area>.<name>` of the same endpoint. */
  readonly schema: FormSchema;
  /** The fields in the order they stand, each with its look. */
  readonly fields: { readonly [Path in PathOf<BodyInputOf<E>>]?: FieldLook };
  /** What the fields hold at first, by their names in the body: a row that is edited. */
  readonly initial?: unknown;
  /** Parts of the body nobody types: ids, revisions. */
  readonly fixed?: Partial<BodyInputOf<E>>;
  readonly submitText: string;
  readonly onDone: (data: DataOf<E>) => void;
  readonly onCancel?: () => void;
  /** `discard` ends the draft that is kept of what is typed. */
  readonly onDirty?: (isDirty: boolean, discard: () => void) => void;
  /** What was typed before and not sent is put back: fields that depend on others look anew. */
  readonly onTake?: (typed: Draft) => void;
  /** Fields side by side. */
  readonly isPaired?: boolean;
}

/**
 * A form from a body of the contract: draws its fields, checks them with the server's own sentences, shows what the
 * server refuses beside the field, keeps what was typed, sends once.
 *
 *     import { schema } from "virtual:form/provider.add";
 *     const fields = { countryOrRegion: { labelKey: "provider.region", sayChoice: sayRegion }, text: { labelKey: "provider.text", isMultiline: true } } as const;
 *
 *     <SchemaForm endpoint={endpoints.provider.add} schema={schema} fields={fields} submitText={t("provider.add")} onDone={close} onCancel={close} />
 *
 * Editing: `endpoint={endpoints.provider.update} initial={row} fixed={{ providerId: row.providerId, revision: row.revision }}`.
 * Lists and the like are drawn by the page: `languages: { labelKey, render: ({ value, onChange, attributes }) => … }`.
 * In a dialog take `FormDialog`, which asks before typed things are lost.
 */
export function SchemaForm<E extends Endpoint>(props: SchemaFormProps<E>) {
  const { endpoint, schema, initial, fixed, submitText, onDone, onCancel, onDirty, onTake } = props;
  const { isPaired = false } = props;
  const { t } = useTranslation();
  const looks = props.fields as Readonly<Record<string, FieldLook>>;
  const form = useSchemaForm({ endpoint, schema, looks, initial, fixed, onDone, onTake });
  const { isDirty, discard } = form;
  useEffect(() => onDirty?.(isDirty, discard), [onDirty, isDirty, discard]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void form.send();
  }

  return (
    <form ref={form.element} className="schema-form" onSubmit={submit} noValidate>
      {form.offer}
      {form.overruled.length > 0 && (
        <div className="form-overruled" role="status">
          {t("typed.overruled")}
          <ul>
            {form.overruled.map(({ path, theirs }) => (
              <li key={path}>
                {t((looks[path] as FieldLook).labelKey)}
                {theirs !== undefined && (
                  <>
                    : <b>{theirs}</b>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="form-grid" data-paired={isPaired}>
        {form.fields.map((field) => (
          <div key={field.path} data-wide={looks[field.path]?.isWide}>
            <FormField
              field={field}
              look={looks[field.path] as FieldLook}
              value={form.draft[field.path]}
              refusal={form.refusals[field.path]}
              onChange={(value) => form.set(field.path, value)}
            />
          </div>
        ))}
      </div>
      {form.refusals[""] !== undefined && (
        <p className="form-refusal" role="alert">
          {form.refusals[""]}
        </p>
      )}
      <div className="dialog-actions">
        {onCancel !== undefined && (
          <button type="button" className="button" onClick={onCancel}>
            {t("action.cancel")}
          </button>
        )}
        <button type="submit" className="button" data-kind="primary" disabled={form.isBusy}>
          {submitText}
        </button>
      </div>
    </form>
  );
}
