import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { call } from "../../../shared/api/api.ts";
import { ApiError } from "../../../shared/api/api-error.ts";

/** An upload that the server has accepted, and how far it is. */
export type Upload = DataOf<typeof endpoints.firmware.upload> & { nextPart: number };

/** Attempts of one part before a user decides. */
const ATTEMPTS = 3;
const PAUSE_MS = 1_000;

/** Whether the same request may succeed later: no response, or a failure of the server. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

async function sendPart(upload: Upload, content: Blob, signal: AbortSignal): Promise<void> {
  const query = { fileId: upload.fileId, part: upload.nextPart };
  for (let attempt = 1; ; attempt++) {
    try {
      await call(endpoints.firmware.uploadPart, { query, file: content, signal, refusalIn: "dialog" });
      return;
    } catch (error) {
      if (signal.aborted || attempt === ATTEMPTS || !isTemporary(error)) throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS * attempt));
    }
  }
}

/** Sends the parts of a file that are missing; `report` gets the share that is sent, 0 to 1. Called again, it continues. */
export async function sendFile(
  upload: Upload,
  { file, signal, report }: { file: File; signal: AbortSignal; report: (share: number) => void },
): Promise<void> {
  const { parts, partBytes } = upload;
  while (upload.nextPart < parts) {
    report(upload.nextPart / parts);
    const from = upload.nextPart * partBytes;
    const content = new Blob([file.slice(from, from + partBytes)], { type: "application/octet-stream" });
    await sendPart(upload, content, signal);
    upload.nextPart += 1;
  }
  report(1);
}
