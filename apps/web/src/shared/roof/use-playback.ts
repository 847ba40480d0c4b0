import { useEffect, useEffectEvent, useState } from "react";

/** Minutes of the day that pass in one second. */
export const speeds = [15, 60, 180] as const;
export type Speed = (typeof speeds)[number];

interface Playback {
  readonly step: number;
  /** Where a day that was played to its end begins again. */
  readonly firstStep: number;
  readonly lastStep: number;
  readonly stepS: number;
  readonly onStep: (step: number) => void;
}

/** Advances the moment through the day; stops at its last values. */
export function usePlayback({ step, firstStep, lastStep, stepS, onStep }: Playback) {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(speeds[1]);
  const advance = useEffectEvent(() => {
    if (step >= lastStep) setPlaying(false);
    else onStep(step + 1);
  });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => advance(), (stepS / 60 / speed) * 1000);
    return () => clearInterval(timer);
  }, [isPlaying, speed, stepS]);
  return {
    isPlaying,
    speed,
    setSpeed,
    toggle(): void {
      if (!isPlaying && step >= lastStep) onStep(Math.min(firstStep, lastStep));
      setPlaying(!isPlaying);
    },
    pause: (): void => setPlaying(false),
  };
}
