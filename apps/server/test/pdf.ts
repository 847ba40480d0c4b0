import { execFileSync, spawnSync } from "node:child_process";

/** Whether the program that reads PDFs (poppler-utils) is installed. */
export const hasPdfReader = spawnSync("pdftotext", ["-v"]).error === undefined;

/** Text of a PDF in reading order, with single spaces. */
export function readPdfText(content: Uint8Array): string {
  const text = execFileSync("pdftotext", ["-layout", "-", "-"], { input: content, encoding: "utf8" });
  return text.replace(/[ \t]+/g, " ");
}

/** Names of the fonts in a PDF, and whether each is embedded. */
export function listPdfFonts(content: Uint8Array): { name: string; isEmbedded: boolean }[] {
  const lines = execFileSync("pdffonts", ["-"], { input: content, encoding: "utf8" }).split("\n").slice(2);
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => ({
      name: line.split(" ")[0] ?? "",
      // Columns: name, type, encoding, emb, sub, uni, object.
      isEmbedded: line.trim().split(/\s+/).at(-5) === "yes",
    }));
}
