import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

interface Budget {
  readonly page: string;
  /** What the page's first view loads, besides the entry. */
  readonly sources: readonly string[];
  readonly maxKib: number;
  /** Package that must not be among it. */
  readonly without?: RegExp;
}

const texts = (...parts: string[]): string[] =>
  parts.map((part) => `src/shared/base/i18n/locales/${part}/th.ts`);
const frame = ["src/app/frame/frame.tsx", ...texts("base", "frame")];
// The catalogue of fault codes is loaded where an alarm is shown.
const faultTexts = /faultGuide/;

// KiB of JavaScript after gzip; the drawing library comes after the first view and is not counted.
const budgets: readonly Budget[] = [
  {
    page: "login",
    sources: ["src/features/session/login-page.tsx", ...texts("base")],
    maxKib: 120,
    without: /ant-btn/,
  },
  {
    page: "agreement",
    sources: [
      "src/features/agreement/agreement-page.tsx",
      "src/features/agreement/texts-th.ts",
      ...texts("base", "agreement"),
    ],
    maxKib: 120,
    without: /ant-btn/,
  },
  {
    page: "solution",
    sources: ["src/features/solutions/solution-page.tsx", ...texts("base", "solution")],
    maxKib: 120,
    without: /ant-btn/,
  },
  {
    page: "leaflet",
    sources: ["src/features/solutions/leaflet-page.tsx", ...texts("base", "solution")],
    maxKib: 120,
    without: /ant-btn/,
  },
  ...["choose", "datasheet", "brochure", "preview", "download"].map((page) => ({
    page,
    sources: [`src/features/public/${page}-page.tsx`, ...texts("base")],
    maxKib: 120,
    without: /ant-btn/,
  })),
  ...["phone-plants", "phone-plant", "public-plants"].map((page) => ({
    page,
    sources: [`src/features/phone/${page}-page.tsx`, ...texts("base")],
    // The entry knows the address of every page, and grows with each.
    maxKib: page === "public-plants" ? 120 : 122,
    without: /ant-btn/,
  })),
  {
    // The roof comes after the first view: page and roof together, with what it says before the first values of a day.
    page: "phone-roof",
    sources: [
      "src/features/phone/phone-plant-page.tsx",
      "src/features/phone/phone-content.tsx",
      "src/features/phone/phone-roof.tsx",
      ...texts("base", "layout"),
    ],
    maxKib: 173,
    without: /ant-btn/,
  },
  {
    // On site, over a phone's connection: state and button come before the roof and the table of ignitions.
    page: "phone-safety",
    sources: [
      "src/app/phone/phone-safety-page.tsx",
      ...texts("base", "phone", "frame", "console", "safety", "blocks", "security", "safety-pages"),
    ],
    maxKib: 205,
    without: /ant-btn/,
  },
  {
    page: "register",
    sources: ["src/features/session/register-page.tsx", ...texts("base", "registration")],
    maxKib: 120,
    without: /ant-btn/,
  },
  {
    page: "forgot",
    sources: ["src/features/session/forgot-page.tsx", ...texts("base", "registration")],
    maxKib: 120,
    without: /ant-btn/,
  },
  {
    page: "home",
    sources: [...frame, "src/features/home/home-page.tsx", ...texts("console", "fleet")],
    maxKib: 380,
    without: faultTexts,
  },
  {
    page: "station",
    sources: [...frame, "src/features/station/station-page.tsx", ...texts("console")],
    maxKib: 420,
    without: faultTexts,
  },
  {
    page: "add-station",
    sources: [...frame, "src/features/station-editor/add-station-page.tsx", ...texts("console")],
    maxKib: 420,
  },
];

const dist = join(import.meta.dirname, "dist");
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));

function collect(key: string, files: Set<string>): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The bundle has no ${key}`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const each of chunk.imports ?? []) collect(each, files);
  return files;
}

const sizeVerdict = (kib: number, maxKib: number): string => (kib > maxKib ? "over" : "ok");

let isOver = false;
for (const { page, sources, maxKib, without } of budgets) {
  const files = new Set<string>();
  for (const key of ["index.html", ...sources]) collect(key, files);
  const texts = [...files]
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(join(dist, file)));
  const kib = texts.reduce((sum, text) => sum + gzipSync(text).byteLength, 0) / 1024;
  const hasForbidden = without !== undefined && texts.some((text) => without.test(text.toString()));
  if (kib > maxKib || hasForbidden) isOver = true;
  const verdict = hasForbidden ? `contains ${without}` : sizeVerdict(kib, maxKib);
  console.log(`${page.padEnd(12)} ${kib.toFixed(1).padStart(6)} KiB of ${maxKib}  ${verdict}`);
}
if (isOver) process.exitCode = 1;
