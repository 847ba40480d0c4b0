// ClickHouse parameters `{name:Type}`: every value becomes text of its declared type, the same for both engines.

export type Parameters = Record<string, unknown>;

/** A value formatted for its type: text, null, or a list whose texts have yet to be quoted. */
export type FormattedValue = string | null | Array<string | number | bigint | null>;

// Quoted text and comments come first, so that a brace inside them never counts as a parameter.
const tokens =
  /'(?:[^'\\]|\\.|'')*'|`[^`]*`|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\{\s*(\w+)\s*:\s*([^{}]+?)\s*\}/g;

export function quote(text: string): string {
  return `'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'")}'`;
}

// Sessions of both engines run in UTC, so text without a zone is UTC; milliseconds only where the type has them.
function formatInstant(value: number | Date, type: string): string {
  const text = new Date(value).toISOString().replace("T", " ").replace("Z", "");
  return type.includes("DateTime64") ? text : text.slice(0, 19);
}

function formatText(value: unknown, type: string): string {
  const isInstant = /^(Nullable\()?DateTime/.test(type);
  if (isInstant && (typeof value === "number" || value instanceof Date)) return formatInstant(value, type);
  if (value instanceof Date) return value.toISOString().slice(0, type.includes("Date") ? 10 : undefined);
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}

function formatElement(value: unknown, type: string): string | number | bigint | null {
  if (value === null || value === undefined) return null;
  if (/^(Nullable\()?U?Int/.test(type))
    return typeof value === "number" ? value : BigInt(value as string | bigint);
  if (/^(Nullable\()?Float/.test(type)) return Number(value);
  return formatText(value, type);
}

/** Formats a JS value for its declared type. DateTime types accept epoch milliseconds or a Date. */
export function formatValue(value: unknown, type: string): FormattedValue {
  if (value === null || value === undefined) return null;
  const elementType = /^Array\((.*)\)$/.exec(type)?.[1];
  if (elementType === undefined) return formatText(value, type);
  return Array.from(value as ArrayLike<unknown>, (element) => formatElement(element, elementType));
}

function toLiteral(value: FormattedValue): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return quote(value);
  const elements = value.map((element) => {
    if (element === null) return "NULL";
    return typeof element === "string" ? quote(element) : String(element);
  });
  return quote(`[${elements.join(",")}]`);
}

function getParameter(parameters: Parameters, name: string): unknown {
  if (!(name in parameters)) throw new Error(`the parameter {${name}} has no value`);
  return parameters[name];
}

/** Lists the parameters of the SQL with their declared types. */
export function replaceParameters(sql: string, replace: (name: string, type: string) => string): string {
  return sql.replace(tokens, (token: string, name?: string, type?: string) =>
    name && type ? replace(name, type) : token,
  );
}

/**
 * Replaces every parameter in the SQL by a cast text, as a ClickHouse server does. The embedded engine's own binding has
 * one state for the whole process, so one slow query would block all others.
 */
export function bindParameters(sql: string, parameters: Parameters): string {
  return replaceParameters(sql, (name, type) => {
    const value = getParameter(parameters, name);
    if (type === "Identifier") return `\`${String(value).replace(/[\\`]/g, "\\$&")}\``;
    return `_CAST(${toLiteral(formatValue(value, type))}, ${quote(type)})`;
  });
}

/**
 * The SQL with its values as texts by name, for a server that binds them. A value that the SQL uses as several types, such as
 * DateTime and DateTime64, has a name and a text for each: a server accepts one text a name.
 */
export function formatParameters(
  sql: string,
  parameters: Parameters,
): { sql: string; values: Record<string, FormattedValue> } {
  const values: Record<string, FormattedValue> = {};
  const types = new Map<string, string[]>();
  const formatted = replaceParameters(sql, (name, type) => {
    const known = types.get(name) ?? [];
    if (!known.includes(type)) types.set(name, [...known, type]);
    const index = types.get(name)?.indexOf(type) ?? 0;
    const ownName = index === 0 ? name : `${name}_as_${index + 1}`;
    values[ownName] = formatValue(getParameter(parameters, name), type);
    return `{${ownName}:${type}}`;
  });
  return { sql: formatted, values };
}
