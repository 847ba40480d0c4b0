import { parseSync } from "vite";

/** A node of the syntax tree, as far as the language checks read it. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export interface Source {
  readonly path: string;
  readonly text: string;
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && typeof (value as Syntax).type === "string";

/** A parsed file: its syntax tree and its comments. */
export interface Parsed {
  readonly program: unknown;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
}

export function parseSource({ path, text }: Source): Parsed {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { program, comments };
}

type Visit = (node: Syntax, around: readonly Syntax[]) => void;

/** Calls `visit` with each node and the nodes around it, the nearest last. */
export const walkSource = (source: Source, visit: Visit): void =>
  walkSyntax(parseSource(source).program, visit);

export function walkSyntax(program: unknown, visit: Visit): void {
  const around: Syntax[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (!isSyntax(value)) return;
    visit(value, around);
    around.push(value);
    for (const field of Object.values(value)) if (typeof field === "object") walk(field);
    around.pop();
  };
  walk(program);
}

/** The name of an identifier, a JSX name or a property key; empty for a computed one. */
export function nameOf(node: unknown): string {
  if (!isSyntax(node)) return "";
  if (typeof node.name === "string") return node.name;
  return typeof node.value === "string" ? node.value : "";
}

/** The text of a literal; the fixed parts of a template are joined by `…`. */
export function textOf(node: unknown): string | undefined {
  if (!isSyntax(node)) return undefined;
  if (node.type === "Literal" || node.type === "JSXText")
    return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral") return partsOf(node).join("…");
  return undefined;
}

/** The fixed parts of a template, between its expressions. */
export function partsOf(template: Syntax): string[] {
  const quasis = template.quasis as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked);
}

export const lineOf = ({ text }: Source, start: number): number => text.slice(0, start).split("\n").length;
