import type { MessageKey } from "../i18n/i18n.ts";

const emailShape = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]{2,}$/u;
const phoneCharacters = /^\+?[\d\s().-]+$/;

/** What is wrong with an email or phone number; the server has the last word (R5.3). */
export function findContactProblem(typed: string): MessageKey | undefined {
  const text = typed.trim();
  if (text === "") return "code.targetNeeded";
  if (text.includes("@")) return emailShape.test(text) ? undefined : "code.email";
  if (!phoneCharacters.test(text)) return "code.targetWrong";
  return /^\+?\d(?:[ -]?\d){4,19}$/.test(text) ? undefined : "code.phone";
}

/** What is wrong with what a person signs in with; a phone number may be written in any way (R5.4). */
export function findAccountProblem(typed: string): "login.accountNeeded" | "login.accountWrong" | undefined {
  const text = typed.trim();
  if (text === "") return "login.accountNeeded";
  const isPhone = phoneCharacters.test(text) && text.replace(/\D/g, "").length >= 5;
  return isPhone || emailShape.test(text) ? undefined : "login.accountWrong";
}

export function findCodeProblem(typed: string): MessageKey | undefined {
  if (typed.trim() === "") return "code.needed";
  return /^\d{6}$/.test(typed.trim()) ? undefined : "code.wrong";
}

/** R5.15. */
export function findPasswordProblem(typed: string): MessageKey | undefined {
  return typed.length >= 6 && typed.length <= 16 ? undefined : "chosen.length";
}

/** R5.16. */
export function findConfirmProblem(password: string, confirm: string): MessageKey | undefined {
  if (confirm === "") return "chosen.confirmNeeded";
  return password === confirm ? undefined : "chosen.same";
}

/** Only what is wrong, by field. */
export function collectProblems(
  found: Readonly<Record<string, MessageKey | undefined>>,
): Readonly<Record<string, MessageKey>> {
  return Object.fromEntries(
    Object.entries(found).filter((each): each is [string, MessageKey] => each[1] !== undefined),
  );
}
