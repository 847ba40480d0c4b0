// ClickHouse parameters `{name:Type}`: every value becomes text of its declared type, the same for both engines.

export type Parameters = Record<string, unknown>;

// Quoted text and comments come first, so that a brace inside them is never taken for a parameter.
const tokens =
  /'(?:[^'\\]|\\.|'')*'|`[^`]*`|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\{\s*(\w+)\s*:\s*([^{}]+?)\s*\}/g;

function quote(text: string): string {
  return `'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'")}'`;
}

function isInstantType(type: string): boolean {
  return /^(Nullable\()?DateTime/.test(type);
}

/** Text of an instant: UTC, as sessions of both engines run in UTC; milliseconds only where the type has them. */
function formatInstant(value: number | Date, type: string): string {
  const text = new Date(value).toISOString().replace("T", " ").replace("Z", "");
  return type.includes("DateTime64") ? text : text.slice(0, 19);
}

function formatValue(value: unknown, type: string): string {
  if (isInstantType(type) && (typeof value === "number" || value instanceof Date))
    return formatInstant(value, type);
  if (value instanceof Date)
    return type.includes("Date") ? value.toISOString().slice(0, 10) : value.toISOString();
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}

function formatElement(value: unknown, type: string): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number" && !isInstantType(type)) return String(value);
  if (typeof value === "bigint") return String(value);
  return quote(formatValue(value, type));
}

/** The value as text of its type; undefined for null. */
export function formatParameter(value: unknown, type: string): string | undefined {
  if (value === null || value === undefined) return undefined;
  const elementType = /^Array\((.*)\)$/.exec(type)?.[1];
  if (elementType === undefined) return formatValue(value, type);
  return `[${Array.from(value as ArrayLike<unknown>, (element) => formatElement(element, elementType)).join(",")}]`;
}

function replaceParameters(sql: string, replace: (name: string, type: string) => string): string {
  return sql.replace(tokens, (token, name?: string, type?: string) =>
    name && type ? replace(name, type) : token,
  );
}

function getParameter(parameters: Parameters, name: string): unknown {
  if (!(name in parameters)) throw new Error(`the parameter {${name}} has no value`);
  return parameters[name];
}

/**
 * The SQL with every parameter put in as a cast text, which is what a ClickHouse server does with them. The
 * embedded engine's own binding keeps one state for the whole process, so one slow query would hold up all others.
 */
export function bindParameters(sql: string, parameters: Parameters): string {
  return replaceParameters(sql, (name, type) => {
    const value = getParameter(parameters, name);
    if (type === "Identifier") return `\`${String(value).replace(/[\\`]/g, "\\$&")}\``;
    const text = formatParameter(value, type);
    return `_CAST(${text === undefined ? "NULL" : quote(text)}, ${quote(type)})`;
  });
}

/** Values by name as text, for a server that binds them itself. */
export function formatParameters(sql: string, parameters: Parameters): Record<string, string | null> {
  const formatted: Record<string, string | null> = {};
  replaceParameters(sql, (name, type) => {
    formatted[name] = formatParameter(getParameter(parameters, name), type) ?? null;
    return "";
  });
  return formatted;
}
