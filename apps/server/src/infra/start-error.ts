/** Something outside the program that stops the start; its message is one sentence for the person at the terminal. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}
