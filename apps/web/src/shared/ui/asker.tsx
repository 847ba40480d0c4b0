import type { SubmitEvent } from "react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { TextQuestion } from "./asking.ts";
import { askingStore, findRefusal } from "./asking.ts";
import { ConfirmDialog, Dialog } from "./dialog.tsx";
import { DialogFoot } from "./dialog-foot.tsx";
import { Field } from "./field.tsx";

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
        onConfirm={() => each.answer("confirm")}
        onCancel={() => each.answer("cancel")}
        onClose={() => each.answer("close")}
      />
    ) : (
      <TextBox key={each.id} question={each.textQuestion} onAnswer={each.answer} />
    ),
  );
}

interface TextBoxProps {
  readonly question: TextQuestion;
  readonly onAnswer: (text: string | undefined) => void;
}

function TextBox({ question, onAnswer }: TextBoxProps) {
  const { t } = useTranslation();
  const { title, text, label, confirmText, initial = "", maxLength = 120 } = question;
  const [typed, setTyped] = useState(initial);
  const [isRefused, setIsRefused] = useState(false);
  const refusal = findRefusal(typed, question, t("asking.wrong"));
  const input = useRef<HTMLInputElement>(null);
  // The dialog has opened by now and has its own idea of where to begin.
  useEffect(() => input.current?.select(), []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (refusal === undefined) onAnswer(typed.trim());
    else {
      setIsRefused(true);
      input.current?.focus();
    }
  }

  return (
    <Dialog title={title} onClose={() => onAnswer(undefined)}>
      <form className="form-grid" onSubmit={submit} noValidate>
        {text !== undefined && <p>{text}</p>}
        <Field label={label} refusal={isRefused ? refusal : undefined}>
          {(attributes) => (
            <input
              {...attributes}
              ref={input}
              className="input"
              autoComplete="off"
              maxLength={maxLength}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setIsRefused(false);
              }}
            />
          )}
        </Field>
        <DialogFoot submitText={confirmText ?? t("asking.confirm")} onCancel={() => onAnswer(undefined)} />
      </form>
    </Dialog>
  );
}
