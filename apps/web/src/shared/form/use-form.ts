import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { noteShown } from "../api/shown-refusals.ts";
import type { MessageKey } from "../base/i18n/i18n.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import type { FieldErrors } from "./field-errors.ts";
import { mapErrors, placeSentences, sayErrors } from "./field-errors.ts";
import type { FieldLayout, FormLayout } from "./layout.ts";
import type { Problem } from "./rules.ts";
import { fill, findProblems, requireAlways, requireFilled } from "./rules.ts";
import type { FieldSchema, FormSchema } from "./schema.ts";
import type { FormValues } from "./values.ts";
import { isActive, toBody, toFirstValues, valueAt } from "./values.ts";

/** What is edited: the values the fields begin with, and the revision they were read at. */
export interface FormRecord {
  readonly initial?: unknown;
  readonly revision?: string | undefined;
}

/** What was typed, over the record as it was at that time. */
interface Edit<Row extends FormRecord> {
  readonly record: Row;
  readonly typed: FormValues;
  /** First values of the fields in an older revision, if someone else has changed the record since. */
  readonly before?: FormValues;
  /** The server refused the input because its revision is outdated. */
  readonly isRebased?: boolean;
}

export interface FormInput<Row extends FormRecord> {
  readonly schema: FormSchema;
  readonly layout: FormLayout;
  /** Followed until something is typed; after that the form keeps the record it was typed over. */
  readonly record?: Row;
  /** Rules between fields that the contract does not state, by path. */
  readonly findConflicts?: (values: FormValues) => Readonly<Record<string, MessageKey>>;
  /** Field beside which errors are shown that concern no field; the foot of the form by default. */
  readonly otherErrorsAt?: string;
  /** The field of the form that the server names by another path. */
  readonly toPath?: (path: string) => string;
}

const NOTHING: FormRecord = {};

/** The state of a form: input, errors, and a submission that runs once at a time. */
export function useForm<Row extends FormRecord>(input: FormInput<Row>) {
  const { schema, layout, findConflicts, otherErrorsAt = "", toPath } = input;
  const { t } = useTranslation();
  const { language, tag } = useLocale();
  const [edit, setEdit] = useState<Edit<Row>>();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);

  const given = input.record ?? (NOTHING as Row);
  const record = edit?.record ?? given;
  const paths = Object.keys(layout);
  const all = paths.map((path) => findField(schema, path, layout[path] as FieldLayout, record.initial));
  // Initial values belong to a revision: a page may rebuild `initial` on each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const start = useMemo(() => toFirstValues(all, record.initial), [record.revision, paths.join()]);
  const values: FormValues = { ...start, ...edit?.typed };
  const fields = all.filter(
    (field) => isActive(field, values) && layout[field.path]?.isShown?.(values, start) !== false,
  );
  const open = fields.filter(({ path }) => layout[path]?.lockedKey === undefined);

  const say = (problem: Problem, path: string): string => {
    const key = findMessage(findLayout(layout, path), problem);
    if (key !== undefined)
      return t(key, { ...formatBounds(problem.params, tag), count: problem.params.min ?? 0 });
    return fill(schema.sentences[language][problem.key] ?? "", problem.params);
  };
  const texts = sayErrors(errors, language, (error, path) =>
    "problem" in error ? say(error.problem, path) : t(error.messageKey),
  );

  /** What is checked and sent. */
  const read = (): FormValues =>
    Object.fromEntries(
      open.map(({ path }) => {
        const value = values[path];
        const normalize = layout[path]?.normalize;
        return [path, normalize === undefined ? value : normalize(String(value ?? ""))];
      }),
    );

  const readBody = (): Record<string, unknown> => toBody(open, read());

  function show(next: FieldErrors): void {
    // Rendered before anything else happens: when a response arrives, no frame may follow.
    flushSync(() => setErrors(next));
    element.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"], .form-choice:has(.refusal) input')
      ?.focus();
  }

  /** Shows the errors of some or all fields; true if there are none. */
  function validate(some?: readonly string[]): boolean {
    const now = read();
    const conflicts = findConflicts?.(now) ?? {};
    const found = {
      ...mapErrors(conflicts, (messageKey) => ({ messageKey })),
      ...mapErrors(findProblems(open, now), (problem) => ({ problem })),
    };
    const wrong = Object.entries(found).filter(
      ([path]) => some === undefined || some.some((each) => isWithin(path, each)),
    );
    if (wrong.length > 0) show(Object.fromEntries(wrong));
    return wrong.length === 0;
  }

  /** Shows what the server refused, each sentence beside its field. */
  function showRefusal(error: ApiError): void {
    noteShown(error);
    const isShown = (path: string): boolean =>
      fields.some((field) => field.path === path || (field.kind === "array" && isWithin(path, field.path)));
    const refused = error.fields.map((each) => ({ ...each, path: toPath?.(each.path) ?? each.path }));
    const sentences = placeSentences({ message: error.message, fields: refused }, isShown, otherErrorsAt);
    show(mapErrors(sentences, (sentence) => ({ sentence, language })));
  }

  /** Runs a call of the form, one at a time; what the server refuses is shown. Anything else is not for the form. */
  async function run(act: () => Promise<void>): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    setErrors({});
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showRefusal(error);
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  }

  return {
    layout,
    /** Those on screen, and all of the layout. */
    fields,
    allFields: all,
    /** Those that are sent. */
    openFields: open,
    values,
    start,
    record,
    element,
    isBusy,
    /** Errors by path as text. */
    errors: texts,
    typed: edit?.typed ?? {},
    before: edit?.before,
    isRebased: edit?.isRebased === true,
    /** `about`: the part of the value that changed; an error is about the value it was found in. */
    set(path: string, value: unknown, about = path): void {
      setEdit((now) => ({ record, ...now, typed: { ...now?.typed, [path]: value } }));
      setErrors((now) =>
        Object.fromEntries(Object.entries(now).filter(([each]) => !isWithin(each, about) && each !== path)),
      );
    },
    clearError: (path: string): void => setErrors(({ [path]: _, ...others }) => others),
    /** Restores earlier input; `before` has the initial values of that time, if they may have changed. */
    restore: (typed: FormValues, before?: FormValues): void =>
      setEdit({ record: given, typed, ...(before !== undefined && { before }) }),
    /** Keeps the input over a newer record. */
    rebase: (newer: Row): void =>
      setEdit((now) => ({ record: newer, typed: now?.typed ?? {}, before: start, isRebased: true })),
    readBody,
    validate,
    run,
    showRefusal,
    /** Shows what the page itself has found. */
    showErrors: show,
    /** Checks everything and, if all is right, runs the call with the body that the contract describes. */
    submit: async <Body>(act: (body: Body) => Promise<void>): Promise<void> => {
      if (!isSending.current && validate()) await run(() => act(readBody() as Body));
    },
  };
}

export type Form = Omit<ReturnType<typeof useForm>, "record" | "rebase">;

/** What the parts of a form need to render it. */
export type FormState = Pick<Form, "layout" | "fields" | "values" | "element" | "isBusy" | "errors" | "set">;

const isWithin = (path: string, container: string): boolean =>
  path === container || path.startsWith(`${container}.`);

function findField(schema: FormSchema, path: string, layout: FieldLayout, initial: unknown): FieldSchema {
  const field = schema.fields.find((each) => each.path === path);
  // What can never be changed by this call is no part of its body.
  if (field === undefined && layout.lockedKey !== undefined)
    return { path, kind: "text", isRequired: false, isLocal: true, canBeEmpty: true, sentences: {} };
  if (field === undefined) throw new Error(`The contract has no field ${path}`);
  const known = requireFilled(field, valueAt(initial, path));
  return layout.isRequired === true ? requireAlways(known) : known;
}

/** The layout of a field, or of a cell of an array: `periods.0.price`. */
function findLayout(layout: FormLayout, path: string): FieldLayout | undefined {
  const [array, cell] = path.split(/\.\d+\./u);
  return cell === undefined ? layout[path] : layout[array ?? ""]?.items?.[cell];
}

function findMessage(layout: FieldLayout | undefined, { key, rule }: Problem): MessageKey | undefined {
  const { messages = {} } = layout ?? {};
  const isMissing = rule === "required" || rule === "empty";
  return messages[key] ?? messages[rule] ?? (isMissing ? messages.required : messages.invalid);
}

function formatBounds(bounds: Problem["params"], tag: string): Readonly<Record<string, string>> {
  const { format } = new Intl.NumberFormat(tag, { maximumFractionDigits: 6 });
  return Object.fromEntries(Object.entries(bounds).map(([name, bound]) => [name, format(bound)]));
}
