import type { ReactNode } from "react";
import { useEffect, useId, useRef } from "react";

const GAP_PX = 6;

interface MenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a small list below itself; Escape and a click elsewhere close it. */
export function Menu({ label, button, children }: MenuProps) {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = listRef.current;
    const place = (event: Event): void => {
      const anchor = buttonRef.current?.getBoundingClientRect();
      if (list === null || anchor === undefined || (event as ToggleEvent).newState !== "open") return;
      const { clientWidth, clientHeight } = document.documentElement;
      list.style.top = `${anchor.bottom + GAP_PX}px`;
      list.style.right = `${clientWidth - anchor.right}px`;
      // Once its size is known it moves to where it is whole.
      requestAnimationFrame(() => {
        const { width, height } = list.getBoundingClientRect();
        if (anchor.right < width) list.style.right = `${Math.max(0, clientWidth - anchor.left - width)}px`;
        if (anchor.bottom + GAP_PX + height > clientHeight && anchor.top > height)
          list.style.top = `${anchor.top - GAP_PX - height}px`;
      });
    };
    list?.addEventListener("beforetoggle", place);
    return () => list?.removeEventListener("beforetoggle", place);
  }, []);
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className="menu-button"
        aria-label={label}
        aria-haspopup="true"
        popoverTarget={id}
      >
        {button}
      </button>
      <div ref={listRef} id={id} popover="auto" className="menu-list">
        {children(() => listRef.current?.hidePopover())}
      </div>
    </>
  );
}
