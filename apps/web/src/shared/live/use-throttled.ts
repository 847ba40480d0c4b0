import { useEffect, useEffectEvent, useState } from "react";
import { createThrottle } from "./throttle.ts";

/** `act`, run immediately and then at most every `everyMs` while the component is mounted. */
export function useThrottled(act: () => void, everyMs: number): () => void {
  const latest = useEffectEvent(act);
  const [holder] = useState<{ run?: () => void }>({});
  useEffect(() => {
    const throttle = createThrottle(() => latest(), everyMs);
    holder.run = throttle.run;
    return throttle.stop;
  }, [everyMs, holder]);
  return () => holder.run?.();
}
