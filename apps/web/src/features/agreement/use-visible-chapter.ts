import { useEffect, useState } from "react";
import { anchorOf } from "./chapter-view.tsx";

// A chapter counts as being read once its heading has reached the upper third.
const READING_LINE = 1 / 3;

/** Id of the last chapter whose heading was scrolled past; the first one above all headings. */
export function useVisibleChapter(ids: readonly string[]): string | undefined {
  const [visible, setVisible] = useState(ids[0]);
  useEffect(() => {
    let frame = 0;
    const update = (): void => {
      const line = window.innerHeight * READING_LINE;
      const passed = ids.findLast((id) => {
        const heading = document.getElementById(anchorOf(id));
        return heading !== null && heading.getBoundingClientRect().top <= line;
      });
      setVisible(passed ?? ids[0]);
    };
    const plan = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    window.addEventListener("scroll", plan, { passive: true });
    plan();
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", plan);
    };
  }, [ids]);
  return visible;
}
