import type { FocusEvent, ReactNode } from "react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldPattern, listPatterns, readDay } from "../format/date-text.ts";
import { formatDay } from "../format/times.ts";
import { useLocale } from "../i18n/i18n.ts";

interface TypedDate {
  /** For the picker: what it shows and reads, and the look at what was typed when it is left. */
  readonly props: {
    readonly format: string[];
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
  readonly isWrong: boolean;
  /** Joins the field's own description with the sentence. */
  readonly describe: (own: string | undefined) => string | undefined;
  /** Why what was typed was not taken over. */
  readonly sentence: ReactNode;
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
    props: {
      format: listPatterns(language, hasTime),
      onBlur: ({ target }) => setTyped(target instanceof HTMLInputElement ? target.value.trim() : ""),
    },
    isWrong: problem !== undefined,
    describe: (own) => [own, problem && id].filter(Boolean).join(" ") || undefined,
    sentence: problem !== undefined && (
      <span id={id} className="refusal" role="alert">
        {problem}
      </span>
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
