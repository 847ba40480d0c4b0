/** An error that stops a replay: one sentence for the user who started it. */
export class ReplayError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ReplayError";
  }
}
