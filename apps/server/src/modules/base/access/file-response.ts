import type { Readable } from "node:stream";

/** A stored file as the response of a call, instead of the envelope. */
export interface FileResponse {
  readonly content: Uint8Array;
  readonly contentType: string;
  /** File name suggested to the browser. */
  readonly fileName: string;
}

/** A file that is sent while it is made. */
export interface FileStream extends Omit<FileResponse, "content"> {
  readonly stream: Readable;
}

/** A large stored file: sent as it is read, and continued where an earlier download was interrupted. */
export interface FileRanges extends Omit<FileResponse, "content"> {
  readonly sizeBytes: number;
  /** Changes with the content, quoted as in HTTP. */
  readonly etag: string;
  /** Bytes from `from` up to, not including, `to`. */
  read(range: { from: number; to: number }): AsyncIterable<Uint8Array>;
}
