import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { readColors } from "./read-colors.ts";

const source = join(import.meta.dirname, "../pwa");
const tokensFile = join(import.meta.dirname, "../src/shared/base/theme/tokens.css");

/** What the worker keeps on the device: the page shown without a connection, that for responders, and nothing else. */
const shell = [
  ...["offline/page.html", "offline/page.css", "offline/page.js", "offline/tokens.css"],
  // The page for responders at a plant, which opens without a connection (ADR 41).
  ...[
    "responder/page.html",
    "responder/page.css",
    "responder/page.js",
    "responder/evidence.js",
    "responder/texts.js",
  ],
];
const icons = [
  "icon-192.png",
  "icon-512.png",
  "maskable-192.png",
  "maskable-512.png",
  "apple-touch-icon.png",
];

/**
 * Makes the built console installable: manifest, icons, and a service worker whose only work is a page for the time
 * without a connection (ADR 0011).
 */
export function installable(): Plugin {
  return {
    name: "installable",
    apply: "build",
    transformIndexHtml: () => headTags(),
    generateBundle() {
      const emit = (fileName: string, content: string | Buffer): void => {
        this.emitFile({ type: "asset", fileName, source: content });
      };
      const files = new Map(shell.map((name) => [name, readShell(name)]));
      for (const [name, content] of files) emit(name, content);
      for (const name of icons) emit(`icons/${name}`, readFileSync(join(source, "icons", name)));
      emit("manifest.webmanifest", JSON.stringify(manifest()));
      emit("service-worker.js", worker([...files.values()]));
    },
  };
}

const readShell = (name: string): string =>
  readFileSync(name === "offline/tokens.css" ? tokensFile : join(source, name), "utf8");

/** A worker with another version is another worker: the browser takes it when the shell has changed. */
function worker(contents: readonly string[]): string {
  const version = createHash("sha256").update(contents.join("\0")).digest("hex").slice(0, 12);
  return readFileSync(join(source, "service-worker.js"), "utf8")
    .replace("__SHELL_VERSION__", version)
    .replace("__SHELL_FILES__", shell.join(" "));
}

function manifest(): unknown {
  const { light } = readColors(tokensFile);
  const picture = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: `./icons/${file}-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: "./",
    name: "Heliograph",
    short_name: "Heliograph",
    start_url: "./#/home",
    scope: "./",
    display: "standalone",
    background_color: light["--ground"],
    theme_color: light["--surface"],
    categories: ["utilities", "business"],
    icons: [192, 512].flatMap((size) => [
      picture("icon", size, "any"),
      picture("maskable", size, "maskable"),
    ]),
  };
}

function headTags(): HtmlTagDescriptor[] {
  const { light, dark } = readColors(tokensFile);
  const theme = (scheme: string, content: string | undefined): HtmlTagDescriptor => ({
    tag: "meta",
    attrs: { name: "theme-color", media: `(prefers-color-scheme: ${scheme})`, content },
    injectTo: "head",
  });
  return [
    { tag: "link", attrs: { rel: "manifest", href: "./manifest.webmanifest" }, injectTo: "head" },
    {
      tag: "link",
      attrs: { rel: "apple-touch-icon", href: "./icons/apple-touch-icon.png" },
      injectTo: "head",
    },
    theme("light", light["--surface"]),
    theme("dark", dark["--surface"]),
  ];
}
