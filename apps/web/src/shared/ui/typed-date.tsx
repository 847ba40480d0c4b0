import type { ReactNode } from "react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldPattern, listPatterns, readDay } from "../format/date-text.ts";
import { formatDay } from "../format/times.ts";
import { useLocale } from "../i18n/i18n.ts";
import "./typed-date.css";

interface TypedDate {
  /** What the picker shows and reads. */
  readonly format: string[];
  readonly isWrong: boolean;
  /** Joins the field's own description with the sentence. */
  readonly describe: (own: string | undefined) => string | undefined;
  /** The picker, and why what was typed into it was not taken over. */
  readonly wrap: (picker: ReactNode) => ReactNode;
  /** A date was chosen. */
  readonly accept: () => void;
}

interface Limits {
  readonly hasTime?: boolean;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** Says why a typed date is not taken over: a picker itself goes back to the date before without a word. */
export function useTypedDate({ hasTime = false, min, max }: Limits = {}): TypedDate {
  const { t } = useTranslation();
  const { language, tag } = useLocale();
  const id = useId();
  const [typed, setTyped] = useState("");
  const entered = useRef<string>(undefined);

  function findProblem(): string | undefined {
    if (typed === "") return undefined;
    const day = readDay(typed, language, hasTime);
    if (day === undefined) {
      const iso = hasTime ? "2026-11-22 08:30" : "2026-11-22";
      return t("dates.unread", { text: typed, example: writeExample(fieldPattern(language, hasTime)), iso });
    }
    if (min !== undefined && day < min) return t("dates.tooEarly", { day: formatDay(min, tag) });
    if (max !== undefined && day > max) return t("dates.tooLate", { day: formatDay(max, tag) });
    return undefined;
  }

  const problem = findProblem();
  return {
    format: listPatterns(language, hasTime),
    isWrong: problem !== undefined,
    describe: (own) => [own, problem && id].filter(Boolean).join(" ") || undefined,
    wrap: (picker) => (
      // The picker tells that it was left only when it has dropped what was typed: its input's own events come before.
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the input inside
      <div
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
        {problem !== undefined && (
          <span id={id} className="refusal" role="alert">
            {problem}
          </span>
        )}
      </div>
    ),
    accept: () => setTyped(""),
  };
}

const writeExample = (pattern: string): string =>
  pattern
    .replace("YYYY", "2026")
    .replace("MM", "11")
    .replace("DD", "22")
    .replace("HH", "08")
    .replace("mm", "30");
