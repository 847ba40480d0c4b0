type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Registers the password dialog while the console is on screen. */
export function offerStepUp(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Asks for the password again; false when the user cancels. Concurrent calls share one dialog. */
export function askStepUp(): Promise<boolean> {
  if (ask === undefined) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}
