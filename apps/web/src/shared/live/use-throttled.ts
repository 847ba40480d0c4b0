import { useEffect, useEffectEvent, useState } from "react";
import { createThrottle } from "./throttle.ts";

/** `act`, run immediately and then at most every `everyMs` while the component is mounted; one that returns a promise, one at a time. */
export function useThrottled(act: () => unknown, everyMs: number): () => void {
  const latest = useEffectEvent(act);
  const [holder] = useState<{ run?: () => void }>({});
  useEffect(() => {
    const throttle = createThrottle(() => latest(), everyMs);
    holder.run = throttle.run;
    return throttle.stop;
  }, [everyMs, holder]);
  return () => holder.run?.();
}
