import { useEffect, useState } from "react";
import { anchorOf } from "./chapter-view.tsx";

// A chapter counts as being read once its heading has reached the upper third.
const READING_LINE = 1 / 3;

/** The chapter whose heading was passed last; the first one above all of them. */
export function useChapterInSight(ids: readonly string[]): string | undefined {
  const [inSight, setInSight] = useState(ids[0]);
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      const line = window.innerHeight * READING_LINE;
      const passed = ids.findLast((id) => {
        const heading = document.getElementById(anchorOf(id));
        return heading !== null && heading.getBoundingClientRect().top <= line;
      });
      setInSight(passed ?? ids[0]);
    };
    const plan = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    window.addEventListener("scroll", plan, { passive: true });
    plan();
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", plan);
    };
  }, [ids]);
  return inSight;
}
