import type { BodyInputOf, DataOf, Endpoint } from "@heliograph/contract";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "../../api/api-error.ts";
import { useChange } from "../../api/queries.ts";
import { noteShown } from "../../api/shown-refusals.ts";
import { useLocale } from "../../i18n/i18n.ts";
import { useKeptPage, useUnsaved } from "../../routing/kept-page.ts";
import { isDraftForm, useDraft } from "../../session/use-draft.tsx";
import { noteNames } from "../pick/known-names.ts";
import type { RefusalsOf } from "../refusals.ts";
import { quote, refuse, tellRefusals } from "../refusals.ts";
import type { Draft, Problem } from "./check-field.ts";
import { fill, findProblem, requireFilled, toBody, toDraft, valueAt } from "./check-field.ts";
import type { FormDraft, Overruled } from "./form-draft.ts";
import { findOverruled, readTarget, toFormDraft } from "./form-draft.ts";
import type { FieldSchema, FormSchema } from "./schema.ts";

interface SchemaFormInput<E extends Endpoint> {
  readonly endpoint: E;
  readonly schema: FormSchema;
  /** The fields that are drawn, by path. */
  readonly looks: Readonly<Record<string, { readonly isNeeded?: boolean }>>;
  readonly initial: unknown;
  /** Parts of the body that are not typed: ids, revisions. */
  readonly fixed: Partial<BodyInputOf<E>> | undefined;
  readonly onDone: (data: DataOf<E>) => void;
  /** What was typed before is put back. */
  readonly onTake: ((typed: Draft) => void) | undefined;
}

/** What is typed, what is wrong with it, and sending it once. */
export function useSchemaForm<E extends Endpoint>(input: SchemaFormInput<E>) {
  const { endpoint, schema, looks, initial, fixed, onDone, onTake } = input;
  const { language } = useLocale();
  const paths = Object.keys(looks);
  const fields = paths.map((path) => {
    const field = requireFilled(findField(schema, path), valueAt(initial, path));
    return looks[path]?.isNeeded === true ? { ...field, isNeeded: true } : field;
  });
  const [start] = useState<Draft>(() =>
    Object.fromEntries(fields.map((field) => [field.path, toDraft(field, valueAt(initial, field.path))])),
  );
  const [draft, setDraft] = useState(start);
  const [refused, setRefused] = useState<RefusalsOf<Problem>>({});
  const refusals = tellRefusals(refused, language, ({ key, params }) =>
    fill(schema.sentences[language][key] ?? "", params),
  );
  const element = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const change = useChange(endpoint, { refusalIn: "form" });
  const { setUnsaved } = useKeptPage();
  const isDirty = fields.some(({ path }) => draft[path] !== start[path]);
  useUnsaved(isDirty);
  const [overruled, setOverruled] = useState<readonly Overruled[]>([]);
  const target = readTarget(fixed);
  const kept = useDraft<FormDraft>({
    form: isDraftForm(endpoint.path) ? endpoint.path : undefined,
    ...target,
    typed: toFormDraft(fields, { start, draft }),
    take,
  });

  function take(again: FormDraft): void {
    noteNames(Object.entries(again.names ?? {}).map(([value, label]) => ({ value, label })));
    onTake?.(again.typed);
    setDraft((before) => ({ ...before, ...again.typed }));
    // A form for something new begins with what it likes.
    if (target.id !== undefined || target.revision !== undefined)
      setOverruled(findOverruled(fields, again, start));
  }

  function show(next: RefusalsOf<Problem>): void {
    // Drawn before anything else happens: an answer of the server is shown at no certain frame.
    flushSync(() => setRefused(next));
    element.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"], .form-choice:has(.refusal) input')
      ?.focus();
  }

  function findWrong(): Readonly<Record<string, Problem>> {
    return Object.fromEntries(
      fields.flatMap((field) => {
        const problem = findProblem(field, draft[field.path]);
        return problem === undefined ? [] : [[field.path, problem]];
      }),
    );
  }

  /** Checks and sends; while an answer is awaited, nothing is sent again. */
  async function send(): Promise<void> {
    if (isSending.current) return;
    const wrong = findWrong();
    if (Object.keys(wrong).length > 0) return show(refuse(wrong));
    setRefused({});
    isSending.current = true;
    try {
      const body = { ...toBody(fields, draft), ...fixed } as BodyInputOf<E>;
      const data = await change.mutateAsync(body);
      setUnsaved(false);
      kept.drop();
      onDone(data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noteShown(error);
      show(quote(toSentences(error, paths), language));
    } finally {
      isSending.current = false;
    }
  }

  function set(path: string, value: unknown): void {
    setDraft((before) => ({ ...before, [path]: value }));
    // A refusal speaks of what stood there before.
    setRefused(({ [path]: _gone, ...others }) => others);
  }

  return {
    fields,
    draft,
    refusals,
    set,
    send,
    element,
    isDirty,
    isBusy: change.isPending,
    offer: kept.offer,
    discard: kept.drop,
    overruled,
  };
}

function findField({ fields }: FormSchema, path: string): FieldSchema {
  const field = fields.find((each) => each.path === path);
  if (field === undefined) throw new Error(`The contract has no field ${path}`);
  return field;
}

/** What the server says by field; "" holds what concerns none that is drawn. */
function toSentences(error: ApiError, paths: readonly string[]): Readonly<Record<string, string>> {
  const sentences: Record<string, string> = {};
  for (const { path, message } of error.fields) {
    const owner = paths.find((each) => path === each || path.startsWith(`${each}.`)) ?? "";
    sentences[owner] ??= message;
  }
  return error.fields.length === 0 ? { "": error.message } : sentences;
}
