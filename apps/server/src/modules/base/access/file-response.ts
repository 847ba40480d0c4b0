/** A stored file as the response of a call, instead of the envelope. */
export interface FileResponse {
  readonly content: Uint8Array;
  readonly contentType: string;
  /** What a browser calls it when it is saved. */
  readonly fileName: string;
}
