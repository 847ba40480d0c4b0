type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Names who asks for the password while the console is on screen. */
export function offerStepUp(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/** Whether the password was given again. Calls that need it at once wait for one answer. */
export function askStepUp(): Promise<boolean> {
  if (ask === undefined) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}
