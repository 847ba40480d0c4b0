/** How a message box was closed (R4.16). */
export type DialogResult = "confirm" | "cancel" | "close";

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirmText: string;
  /** `danger`: the confirmed action cannot be undone. */
  readonly kind?: "plain" | "danger";
}

export interface TextQuestion {
  readonly title: string;
  readonly label: string;
  readonly text?: string;
  readonly confirmText?: string;
  readonly initial?: string;
  readonly maxLength?: number;
  /** Whether it may be left empty. */
  readonly isOptional?: boolean;
  /** The text must match it, and pass `isValid`. */
  readonly pattern?: RegExp;
  readonly isValid?: (text: string) => boolean;
  /** Shown when the text is not valid; there is a default message (R5.23). */
  readonly errorText?: string;
}

export type Asked =
  | { readonly id: number; readonly question: Question; readonly finish: (result: DialogResult) => void }
  | {
      readonly id: number;
      readonly textQuestion: TextQuestion;
      readonly finish: (text: string | undefined) => void;
    };

/** Closes a question without a decision. */
function close(each: Asked): void {
  if ("question" in each) each.finish("close");
  else each.finish(undefined);
}

let asked: readonly Asked[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function commit(next: readonly Asked[]): void {
  asked = next;
  for (const listener of listeners) listener();
}

function put<Result>(make: (id: number, finish: (result: Result) => void) => Asked): Promise<Result> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const finish = (result: Result): void => {
      commit(asked.filter((other) => other.id !== id));
      resolve(result);
    };
    commit([...asked, make(id, finish)]);
  });
}

/** Shows a question over the page; resolves to confirm, cancel, or close (R4.16). */
export const askConfirm = (question: Question): Promise<DialogResult> =>
  put((id, finish) => ({ id, question, finish }));

/** Asks for a line of text (R5.23); undefined when it was not given. */
export const askText = (textQuestion: TextQuestion): Promise<string | undefined> =>
  put((id, finish) => ({ id, textQuestion, finish }));

/** Whether the trimmed text is not empty, unless it may be, and passes pattern and rule. */
export function isMatching(text: string, { pattern, isValid, isOptional = false }: TextQuestion): boolean {
  const trimmed = text.trim();
  if (trimmed === "" && isOptional) return true;
  // A pattern with the flag g or y remembers where it stopped.
  if (pattern !== undefined) pattern.lastIndex = 0;
  return trimmed !== "" && pattern?.test(trimmed) !== false && isValid?.(trimmed) !== false;
}

/** Error of a text: that it is missing, the question's own message, or the default one (R5.23). */
export function findRefusal(
  text: string,
  question: TextQuestion,
  sentences: { readonly empty: string; readonly wrong: string },
): string | undefined {
  if (text.trim() === "" && question.isOptional !== true) return sentences.empty;
  return isMatching(text, question) ? undefined : (question.errorText ?? sentences.wrong);
}

export const askingStore = {
  read: () => asked,
  /** A question belongs to the page it was asked on and ends with it. */
  closeAll(): void {
    for (const each of [...asked].reverse()) close(each);
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
