import type { Source, Syntax } from "./syntax.ts";
import { lineOf, nameOf, textOf, walkSource } from "./syntax.ts";

/** A text for users in the code, where no other language can replace it. */
export interface CodeText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Attributes and properties whose value is shown or read out to users. */
const spoken = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "confirmText",
  "emptyText",
  "hint",
  "label",
  "placeholder",
  "summary",
  "text",
  "title",
]);

/** Functions with a string for users, by the index of that argument. */
const speakers: Readonly<Record<string, number>> = { alert: 0, confirm: 0, prompt: 0, toast: 1, ApiError: 0 };

/** Names and units that are the same in every language. */
const same =
  /^(Heliograph|kWh?|MWh?|GWh?|Wh?|Wp|kWp|V|A|°C?|dBm|%|W\/m²|CO₂|SN|DCON|SCON|MCON|OPT|RSD|UTC|GitHub|Apache(-2\.0)?|iOS|Android|Ctrl|Esc|[A-Z]|s|ms|min|h|Hz|mm|cm|m)$/u;

/** What is typed into a terminal. */
const typed = /^\$ /u;

/** Whether a word remains without text that is the same in every language. */
const isSpoken = (text: string): boolean =>
  !typed.test(text.trim()) &&
  text.split(/[\s…·:,;()/+–—-]+/u).some((word) => /\p{L}/u.test(word) && !same.test(word));

/** An address, a key of a text, the value of an attribute that is no sentence. */
const isCode = (text: string): boolean => /^[a-z][\w-]*(\.[\w-]+)+$|^[/#.]|^[a-z]+:/u.test(text);

export function findCodeTexts(source: Source): CodeText[] {
  const found: CodeText[] = [];
  walkSource(source, (node, around) => {
    const text = textOf(node);
    if (text === undefined || !isSpoken(text) || !isSpokenPlace(node, around, text)) return;
    found.push({ path: source.path, line: lineOf(source, node.start), text: text.trim() });
  });
  return found;
}

function isSpokenPlace(node: Syntax, around: readonly Syntax[], text: string): boolean {
  if (node.type === "JSXText") return true;
  const [parent, owner] = skipChoices(around);
  if (parent === undefined) return false;
  // {"words"} and {isOn && "words"} between tags.
  if (parent.type === "JSXExpressionContainer" && owner?.type !== "JSXAttribute") return true;
  const attribute = parent.type === "JSXAttribute" ? parent : owner;
  if (attribute?.type === "JSXAttribute") return spoken.has(nameOf(attribute.name)) && !isCode(text);
  if (parent.type === "Property")
    return parent.key !== node && spoken.has(nameOf(parent.key)) && isSentence(text);
  if (parent.type === "CallExpression" || parent.type === "NewExpression") {
    const place = speakers[nameOf(parent.callee)];
    return place !== undefined && (parent.arguments as unknown[])[place] === node;
  }
  return false;
}

/** A property may hold a value for the program too; words begin with a capital or have spaces between them. */
const isSentence = (text: string): boolean =>
  !isCode(text) && /^\p{Lu}\p{Ll}|\p{L}\s+\p{L}|[\p{Script=Han}\p{Script=Thai}]/u.test(text);

/** The nodes around a literal, without `a ? b : c`, `a && b` and `a ?? b`. */
function skipChoices(around: readonly Syntax[]): [Syntax | undefined, Syntax | undefined] {
  const choices = ["ConditionalExpression", "LogicalExpression", "ParenthesizedExpression"];
  let at = around.length - 1;
  while (at >= 0 && choices.includes(around[at]?.type ?? "")) at -= 1;
  return [around[at], around[at - 1]];
}
