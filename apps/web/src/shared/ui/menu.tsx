import type { ReactNode } from "react";
import { useEffect, useId, useRef } from "react";

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
      list.style.top = `${anchor.bottom + 6}px`;
      list.style.right = `${document.documentElement.clientWidth - anchor.right}px`;
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
