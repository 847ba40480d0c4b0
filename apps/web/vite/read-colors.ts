import { readFileSync } from "node:fs";

type Colors = Readonly<Record<string, string>>;

/** Colours of both themes from the token file, for what the browser reads before any style sheet. */
export function readColors(file: string): { light: Colors; dark: Colors } {
  const text = readFileSync(file, "utf8");
  const start = text.indexOf('[data-theme="dark"]');
  if (start === -1) throw new Error(`${file} has no dark theme`);
  const light = collect(text.slice(0, start));
  return { light, dark: { ...light, ...collect(text.slice(start)) } };
}

const collect = (text: string): Colors =>
  Object.fromEntries(
    [...text.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/gu)].map(([, name, value]) => [name, value]),
  );
