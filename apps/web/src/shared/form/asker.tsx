import { useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useLocale } from "../base/i18n/i18n.ts";
import type { TextQuestion } from "../ui/dialog/asking.ts";
import { askingStore, findRefusal } from "../ui/dialog/asking.ts";
import { ConfirmDialog } from "../ui/dialog/dialog.tsx";
import { Field } from "../ui/form/field.tsx";
import { DialogForm } from "./dialog-form.tsx";
import { PlainInput } from "./plain-field.tsx";
import type { FieldSchema } from "./schema.ts";
import { useForm } from "./use-form.ts";

/** Shows what `askConfirm` and `askText` ask, one over the other, until the page is left. */
export function Asker() {
  const asked = useSyncExternalStore(askingStore.subscribe, askingStore.read);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pathname is another page
  useEffect(() => askingStore.closeAll, [pathname]);
  return asked.map((each) =>
    "question" in each ? (
      <ConfirmDialog
        key={each.id}
        {...each.question}
        onConfirm={() => each.finish("confirm")}
        onCancel={() => each.finish("cancel")}
        onClose={() => each.finish("close")}
      />
    ) : (
      <TextDialog key={each.id} question={each.textQuestion} onFinish={each.finish} />
    ),
  );
}

interface TextDialogProps {
  readonly question: TextQuestion;
  readonly onFinish: (text: string | undefined) => void;
}

// The question states the rules of its text, not the contract.
const NO_SENTENCES = { en: {}, "zh-cn": {}, pt: {}, th: {} };
const layout = { text: { labelKey: "asking.confirm", isCapped: true } } as const;

function TextDialog({ question, onFinish }: TextDialogProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const { title, text, label, confirmText, initial = "", maxLength = 120 } = question;
  const field: FieldSchema = {
    path: "text",
    kind: "text",
    isRequired: false,
    canBeEmpty: true,
    maxLength,
    sentences: {},
  };
  const schema = { fields: [field], sentences: NO_SENTENCES };
  const form = useForm({ schema, layout, record: { initial: { text: initial } } });
  const { element, values } = form;
  // Runs after the focus is in the field.
  useEffect(() => element.current?.querySelector("input")?.select(), [element]);

  function submit(): void {
    const typed = String(values.text);
    const sentence = findRefusal(typed, question, { empty: t("asking.empty"), wrong: t("asking.wrong") });
    if (sentence === undefined) onFinish(typed.trim());
    else form.showErrors({ text: { sentence, language } });
  }

  return (
    <DialogForm
      form={form}
      title={title}
      submitText={confirmText ?? t("asking.confirm")}
      onSubmit={submit}
      onClose={() => onFinish(undefined)}
    >
      {text !== undefined && <p>{text}</p>}
      <Field label={label} refusal={form.errors.text}>
        {(attributes) => {
          const onChange = (value: unknown): void => form.set("text", value);
          const control = { attributes, value: values.text, values, onChange };
          return <PlainInput field={field} layout={layout.text} control={control} />;
        }}
      </Field>
    </DialogForm>
  );
}
