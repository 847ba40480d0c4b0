import type { ReactNode } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldPattern, listPatterns, readDay } from "../../base/format/date-text.ts";
import { formatDay } from "../../base/format/times.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import "./typed-date.css";

interface TypedDate {
  /** What the picker shows and reads. */
  readonly format: string[];
  readonly isWrong: boolean;
  /** Joins the field's own description with the sentence. */
  readonly describe: (own: string | undefined) => string | undefined;
  /** The picker, and the error of its text. */
  readonly wrap: (picker: ReactNode) => ReactNode;
  /** This value was chosen in the picker. */
  readonly accept: (chosen: string) => void;
}

interface TypedDateInput {
  /** Value of the picker; a new value from outside replaces the text. */
  readonly value: string;
  readonly hasTime?: boolean;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/**
 * Says why a typed date is not taken over: a picker itself goes back to the date before without a word. Until then the
 * form around it is not sent, because it would send the date before.
 */
export function useTypedDate({ value, hasTime = false, min, max }: TypedDateInput): TypedDate {
  const { t } = useTranslation();
  const { language, tag } = useLocale();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [known, setKnown] = useState(value);
  const entered = useRef<string>(undefined);
  const place = useRef<HTMLDivElement>(null);
  if (value !== known) {
    setKnown(value);
    setTyped("");
  }

  function findProblem(text: string): string | undefined {
    if (text === "") return undefined;
    const day = readDay(text, language, hasTime);
    if (day === undefined) {
      const iso = hasTime ? "2026-11-22 08:30" : "2026-11-22";
      return t("dates.unread", { text, example: writeExample(fieldPattern(language, hasTime)), iso });
    }
    if (min !== undefined && day < min) return t("dates.tooEarly", { day: formatDay(min, tag) });
    if (max !== undefined && day > max) return t("dates.tooLate", { day: formatDay(max, tag) });
    return undefined;
  }

  const problem = findProblem(typed);
  const isWrong = problem !== undefined;
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!isWrong || !form) return undefined;
    form.addEventListener("submit", refuseSubmit, { capture: true });
    return () => form.removeEventListener("submit", refuseSubmit, { capture: true });
  }, [isWrong]);

  return {
    format: listPatterns(language, hasTime),
    isWrong,
    describe: (own) => [own, problem && id].filter(Boolean).join(" ") || undefined,
    wrap: (picker) => (
      // The picker's blur event comes after it has dropped the text; the input's own events come before.
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the input inside
      <div
        ref={place}
        className="typed-date"
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement) entered.current = target.value.trim();
        }}
        onBlur={() => {
          if (entered.current !== undefined) setTyped(entered.current);
          entered.current = undefined;
        }}
      >
        {picker}
        {isWrong && (
          <span id={id} className="refusal" role="alert">
            {problem}
          </span>
        )}
      </div>
    ),
    accept: (chosen) => {
      setKnown(chosen);
      setTyped("");
    },
  };
}

/** Comes before the form's own handler, and leads to the first date that is wrong. */
function refuseSubmit(event: SubmitEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  const form = event.currentTarget;
  if (form instanceof HTMLFormElement)
    form.querySelector<HTMLElement>(".typed-date:has(> .refusal) input")?.focus();
}

const writeExample = (pattern: string): string =>
  pattern
    .replace("YYYY", "2026")
    .replace("MM", "11")
    .replace("DD", "22")
    .replace("HH", "08")
    .replace("mm", "30");
