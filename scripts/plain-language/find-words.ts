import type { Parsed, Source, Syntax } from "../languages/syntax.ts";
import { lineOf, nameOf, parseSource, textOf, walkSyntax } from "../languages/syntax.ts";
import type { WordRule } from "./word-list.ts";

/** A use of a word of the list. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  /** The identifier or the matched words. */
  readonly text: string;
  readonly rule: WordRule;
}

/** A piece of text to check, with the line it begins on. */
interface Piece {
  readonly line: number;
  readonly text: string;
}

/** Words of the list in a TypeScript, JavaScript, CSS or Markdown file. */
export function findWords(source: Source, rules: readonly WordRule[]): Finding[] {
  if (source.path.endsWith(".md")) return matchProse(source.path, documentText(source), rules);
  if (source.path.endsWith(".css")) return matchProse(source.path, styleComments(source), rules);
  return findInCode(source, rules);
}

function findInCode(source: Source, rules: readonly WordRule[]): Finding[] {
  const parsed = parseSource(source);
  const names: Finding[] = [];
  const prose = codeComments(source, parsed.comments);
  walkSyntax(parsed.program, (node, around) => {
    names.push(...declaredNames(node).flatMap((name) => matchName(source, name, rules)));
    const text = textOf(node);
    if (text !== undefined && /\w\s+\w/u.test(text) && isSpoken(source.path, node, around.at(-1)))
      prose.push({ line: lineOf(source, node.start), text });
  });
  return [...matchProse(source.path, prose, rules), ...names].sort((a, b) => a.line - b.line);
}

/** Words of an identifier in small letters: `MOST_KEPT` is `most kept`, `isHTMLNode` is `is html node`. */
export function splitName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/gu, "$1$3 $2")
    .replace(/[^A-Za-z\d]+/gu, " ")
    .trim()
    .toLowerCase();
}

function matchProse(path: string, pieces: readonly Piece[], rules: readonly WordRule[]): Finding[] {
  return pieces.flatMap(({ line, text }) =>
    rules.flatMap((rule) => {
      if (rule.prose === undefined) return [];
      return [...text.matchAll(new RegExp(rule.prose, "gi"))].map((match) => ({
        path,
        line: line + text.slice(0, match.index).split("\n").length - 1,
        text: match[0].replaceAll(/\s+/gu, " "),
        rule,
      }));
    }),
  );
}

/** Declared names only: a name that is imported is counted where it is declared. */
function matchName(source: Source, { name, start }: Name, rules: readonly WordRule[]): Finding[] {
  const words = splitName(name);
  return rules
    .filter(({ identifier }) => identifier?.test(words) === true)
    .map((rule) => ({ path: source.path, line: lineOf(source, start), text: name, rule }));
}

interface Name {
  readonly name: string;
  readonly start: number;
}

/** Nodes that declare the name in their field `id` or `key`. */
const declaring: Readonly<Record<string, "id" | "key">> = {
  VariableDeclarator: "id",
  FunctionDeclaration: "id",
  ClassDeclaration: "id",
  TSInterfaceDeclaration: "id",
  TSTypeAliasDeclaration: "id",
  TSPropertySignature: "key",
  TSMethodSignature: "key",
  MethodDefinition: "key",
  PropertyDefinition: "key",
  Property: "key",
};

function declaredNames(node: Syntax): Name[] {
  if (Array.isArray(node.params)) return [...fieldNames(node), ...node.params.flatMap(patternNames)];
  return fieldNames(node);
}

function fieldNames(node: Syntax): Name[] {
  const field = declaring[node.type];
  if (field === undefined || node.shorthand === true) return [];
  return patternNames(node[field]);
}

/** Names bound by a parameter or a declaration; names taken out of an object are declared elsewhere. */
function patternNames(value: unknown): Name[] {
  const node = value as Syntax | null;
  if (node === null || typeof node !== "object") return [];
  if (node.type === "AssignmentPattern") return patternNames(node.left);
  if (node.type === "ArrayPattern") return (node.elements as unknown[]).flatMap(patternNames);
  const name = nameOf(node);
  return name === "" ? [] : [{ name, start: node.start }];
}

/** Markdown without code blocks, inline code and link targets; the lines stay where they are. */
function documentText({ text }: Source): Piece[] {
  const prose = text
    .replaceAll(/^```[\s\S]*?^```/gmu, (block) => block.replaceAll(/[^\n]/gu, ""))
    .replaceAll(/`[^`\n]*`/gu, "")
    .replaceAll(/\]\([^)\n]*\)/gu, "]");
  return [{ line: 1, text: prose }];
}

function styleComments(source: Source): Piece[] {
  return [...source.text.matchAll(/\/\*[\s\S]*?\*\//gu)].map((match) => ({
    line: lineOf(source, match.index),
    text: match[0],
  }));
}

/** Comments, without the directives of tools; lines of one comment are joined, so that a match may span them. */
function codeComments(source: Source, comments: Parsed["comments"]): Piece[] {
  const pieces: { line: number; text: string }[] = [];
  for (const { value, start } of comments) {
    if (/^\s*(?:biome-ignore|@ts-|!)/u.test(value)) continue;
    const line = lineOf(source, start);
    const last = pieces.at(-1);
    const follows = last !== undefined && last.line + last.text.split("\n").length === line;
    if (follows) last.text += `\n${value}`;
    else pieces.push({ line, text: value });
  }
  return pieces.map(({ line, text }) => ({ line, text: text.replaceAll(/`[^`\n]*`|^\s*\*(?=\s)/gmu, "") }));
}

/** Files whose strings are English texts for people. */
const isEnglish = (path: string): boolean => /\/(?:texts-)?en\.ts$/u.test(path);

/** Functions whose first argument is a title. */
const titled = new Set(["it", "test", "describe"]);

/** Properties whose string describes an API. */
const describing = new Set(["summary", "description"]);

/** Titles of tests, descriptions of the API and, in files of English texts, every string. */
const isSpoken = (path: string, node: Syntax, parent: Syntax | undefined): boolean =>
  isEnglish(path) || isTitle(node, parent) || isDescription(node, parent);

function isTitle(node: Syntax, parent: Syntax | undefined): boolean {
  if (parent?.type !== "CallExpression" || (parent.arguments as unknown[])[0] !== node) return false;
  return titled.has(calledName(parent.callee));
}

const isDescription = (node: Syntax, parent: Syntax | undefined): boolean =>
  parent?.type === "Property" && parent.key !== node && describing.has(nameOf(parent.key));

/** `it` of `it(…)`, `it.each(…)(…)` and `test.describe(…)`. */
function calledName(callee: unknown): string {
  const node = callee as Syntax;
  if (node.type === "CallExpression") return calledName(node.callee);
  if (node.type === "MemberExpression") return calledName(node.object);
  return nameOf(node);
}
