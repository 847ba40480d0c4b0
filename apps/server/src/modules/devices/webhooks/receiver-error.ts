import type { WebhookError } from "@heliograph/contract";

/** A request to a receiver that had no response; the class of the error is all that its owner is shown. */
export class ReceiverError extends Error {
  readonly error: WebhookError;
  constructor(error: WebhookError, options?: ErrorOptions) {
    super(error, options);
    this.name = "ReceiverError";
    this.error = error;
  }
}
