import type { BodyInputOf, DataOf, Endpoint } from "@heliograph/contract";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { dropPausedChange, useChange } from "../api/queries.ts";
import type { MessageKey } from "../base/i18n/i18n.ts";
import { isDraftForm, useDraft } from "../drafts/use-draft.tsx";
import { useCachedPage, useUnsaved } from "../routing/cached-page.ts";
import { noteNames } from "../ui/form/pick/known-names.ts";
import type { FormDraft } from "./form-draft.ts";
import { findOverruled, readTarget, toFormDraft } from "./form-draft.ts";
import type { FormLayout } from "./layout.ts";
import type { FormSchema } from "./schema.ts";
import type { FormRecord } from "./use-form.ts";
import { useForm } from "./use-form.ts";
import type { FormValues } from "./values.ts";
import { findBodyChanges, isSame, toBody } from "./values.ts";

/** What is edited: first values, and the parts of the body that are not typed. */
interface Row<E extends Endpoint> {
  readonly initial?: unknown;
  readonly fixed?: Partial<BodyInputOf<E>> | undefined;
}

export interface EndpointFormInput<E extends Endpoint, Result = DataOf<E>> extends Row<E> {
  readonly endpoint: E;
  /** From `virtual:form/<area>.<name>` of the same endpoint. */
  readonly schema: FormSchema;
  readonly layout: FormLayout;
  readonly findConflicts?: (values: FormValues) => Readonly<Record<string, MessageKey>>;
  /** Sends only the parts of the body that differ from the record; null clears one. */
  readonly sendsChanges?: boolean;
  /** Reads the record again after someone else has changed it; the input is kept over the newer values. */
  readonly reread?: () => Promise<Row<E> | undefined>;
  readonly toPath?: (path: string) => string;
  /** Gives the body its last form before it is sent. */
  readonly formatBody?: (body: BodyInputOf<E>) => BodyInputOf<E>;
  /** Instead of the call itself: for a form that makes another one first. */
  readonly send?: (body: BodyInputOf<E>) => Promise<Result>;
  /** Asks before a body is sent that is allowed but unlikely; false keeps the form open. */
  readonly confirm?: (body: BodyInputOf<E>) => Promise<boolean>;
  readonly onDone: (result: Result) => void;
}

/** The form of a call: its draft on the server, the question before unsaved changes are lost, and sending. */
export function useEndpointForm<E extends Endpoint, Result = DataOf<E>>(input: EndpointFormInput<E, Result>) {
  const { endpoint, schema, layout, findConflicts, sendsChanges = false, reread, toPath, onDone } = input;
  const toRecord = ({ initial, fixed }: Row<E>): FormRecord & Row<E> => ({
    initial,
    fixed,
    revision: readTarget(fixed).revision,
  });
  const form = useForm({
    schema,
    layout,
    record: toRecord(input),
    ...(findConflicts && { findConflicts }),
    ...(toPath && { toPath }),
  });
  const { allFields, start, values, record } = form;
  const change = useChange(endpoint, { refusalIn: "form" });
  const { setUnsaved } = useCachedPage();
  const sent = useRef<BodyInputOf<E>>(undefined);
  const typed = toFormDraft(allFields, { start, values });
  const isDirty = allFields.some(({ path }) => !isSame(values[path], start[path]));
  useUnsaved(isDirty);
  const [isDeclined, setDeclined] = useState(false);
  const { element, isBusy } = form;
  // The question could not give the focus back: the button was still disabled.
  useEffect(() => {
    if (!isDeclined || isBusy) return;
    element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    setDeclined(false);
  }, [isDeclined, isBusy, element]);
  const target = readTarget(record.fixed);
  const kept = useDraft<FormDraft>({
    form: isDraftForm(endpoint.path) ? endpoint.path : undefined,
    ...target,
    typed,
    take(again) {
      noteNames(Object.entries(again.names ?? {}).map(([value, label]) => ({ value, label })));
      // A form for something new begins with what the page suggests.
      const isNew = target.id === undefined && target.revision === undefined;
      // A draft of an older version of the console may have another shape: then there is nothing to put back.
      form.restore(again.typed ?? {}, isNew ? undefined : again.before);
    },
  });

  function readBody(): BodyInputOf<E> {
    const body = form.readBody();
    const sent = sendsChanges ? findBodyChanges(toBody(form.openFields, start), body) : body;
    const whole = { ...sent, ...record.fixed } as BodyInputOf<E>;
    return input.formatBody?.(whole) ?? whole;
  }

  async function send(): Promise<void> {
    const body = readBody();
    if ((await input.confirm?.(body)) === false) {
      setDeclined(true);
      return;
    }
    sent.current = body;
    try {
      // The result of the call itself is its data.
      const result = await (input.send ?? (change.mutateAsync as (body: BodyInputOf<E>) => Promise<Result>))(
        body,
      );
      setUnsaved(false);
      kept.drop();
      onDone(result);
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === "A0440";
      const newer = isStale ? await reread?.() : undefined;
      if (newer !== undefined) form.rebase(toRecord(newer));
      throw error;
    }
  }

  return {
    ...form,
    isDirty,
    submit: () => form.submit(send),
    /** Offers to restore earlier input that was not submitted. */
    offer: kept.offer,
    discard(): void {
      dropPausedChange(sent.current);
      kept.drop();
    },
    /** The page no longer holds unsaved changes: the form is left. */
    release: () => setUnsaved(false),
    /** Fields that were typed in and that someone else has changed since. */
    overruled:
      form.before === undefined ? [] : findOverruled(allFields, { values, before: form.before }, start),
  };
}

export type EndpointForm<E extends Endpoint> = ReturnType<typeof useEndpointForm<E>>;
