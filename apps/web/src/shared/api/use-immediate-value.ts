import { useState } from "react";
import { ApiError } from "./api-error.ts";

interface Choice<Value> {
  readonly value: Value;
  /** What the server had said when it was chosen. */
  readonly source: unknown;
  readonly isBusy: boolean;
}

/**
 * A stored value that a control changes without a form. The choice is on screen with the very event, because React puts
 * a controlled input back to its old state otherwise, and stays there until the server's own value has been read again
 * or the change is refused.
 */
export function useImmediateValue<Value>({
  value,
  source,
  change,
}: {
  readonly value: Value;
  /** The response the value came with. */
  readonly source: unknown;
  readonly change: (next: Value) => Promise<unknown>;
}) {
  const [choice, setChoice] = useState<Choice<Value>>();
  const isBusy = choice?.isBusy === true;
  const isShown = choice !== undefined && (isBusy || choice.source === source);

  async function choose(next: Value): Promise<void> {
    setChoice({ value: next, source, isBusy: true });
    try {
      await change(next);
      setChoice({ value: next, source, isBusy: false });
    } catch (error) {
      setChoice(undefined);
      // A refusal is a toast already.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return { value: isShown ? choice.value : value, isBusy, choose };
}
