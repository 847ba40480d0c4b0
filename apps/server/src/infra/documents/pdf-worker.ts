import { parentPort, workerData } from "node:worker_threads";
import PdfDocument from "pdfkit";
import type { ReportDocument } from "./document.ts";
import { layOut } from "./pdf-layout.ts";

// The thread that writes one PDF. See write-document.ts.

const document = workerData as ReportDocument;
const pdf = new PdfDocument({
  size: "A4",
  // The layout sets its own margins; without any here, the library never breaks a page itself.
  margin: 0,
  // Footers need the number of pages.
  bufferPages: true,
  lang: document.locale,
  displayTitle: true,
  info: {
    Title: `${document.title} · ${document.subtitle}`,
    Author: document.brand,
    Creator: document.brand,
  },
});
const chunks: Buffer[] = [];
pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
const ended = Promise.withResolvers<void>();
pdf.on("end", ended.resolve);
layOut(pdf, document);
pdf.end();
await ended.promise;
// A copy in memory of its own, which is handed over without copying it again.
const bytes = new Uint8Array(Buffer.concat(chunks));
parentPort?.postMessage(bytes, [bytes.buffer]);
