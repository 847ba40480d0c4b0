import { runInThread } from "../run-in-thread.ts";
import type { ReportDocument } from "./document.ts";

const WRITERS = {
  pdf: { worker: new URL("./pdf-worker.ts", import.meta.url), contentType: "application/pdf" },
  xlsx: {
    worker: new URL("./workbook-worker.ts", import.meta.url),
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
} as const;

export type DocumentFormat = keyof typeof WRITERS;

export interface DocumentFile {
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Writes a report as PDF or workbook in a thread of its own; it ends with the reason of the signal once that is aborted. */
export async function writeDocument(
  document: ReportDocument,
  format: DocumentFormat,
  signal?: AbortSignal,
): Promise<DocumentFile> {
  const { worker, contentType } = WRITERS[format];
  return { contentType, content: await runInThread(worker, document, signal) };
}
