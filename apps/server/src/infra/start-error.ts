/** A cause outside the program that prevents the start; its message is one sentence for the user at the terminal. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}
