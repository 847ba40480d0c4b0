/** A stored file as the response of a call, instead of the envelope. */
export interface FileResponse {
  readonly content: Uint8Array;
  readonly contentType: string;
  /** File name suggested to the browser. */
  readonly fileName: string;
}
