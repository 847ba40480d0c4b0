import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { sessionStore } from "../api/api.ts";

/** While something typed would be lost: holds back links of the console, and lets the browser ask before the page goes. */
export function useLeaveGuard(isDirty: boolean): { leave(): void; stay(): void } | undefined {
  const navigate = useNavigate();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!isDirty) return;
    const stop = new AbortController();
    const { signal } = stop;
    // On its way down, before the router hears of it.
    document.addEventListener("click", (event) => hold(event, setAddress), { capture: true, signal });
    window.addEventListener(
      "beforeunload",
      (event) => {
        // When the session is over, sign-in comes whatever was typed.
        if (sessionStore.read() !== undefined) event.preventDefault();
      },
      { signal },
    );
    return () => stop.abort();
  }, [isDirty]);
  if (address === undefined) return undefined;
  return { leave: () => void navigate(address), stay: () => setAddress(undefined) };
}

function hold(event: MouseEvent, ask: (address: string) => void): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const href = link?.getAttribute("href");
  if (href == null || !href.startsWith("#/")) return;
  event.preventDefault();
  event.stopPropagation();
  ask(href.slice(1));
}
