import { useConfig } from "./config.ts";

/** File name of the entry script this page was opened with. */
function findRunningEntry(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.src.split("/").at(-1);
}

/** Whether the server serves a newer web app than the one on screen; loading the page again brings it. */
export function useHasNewerApp(): boolean {
  const { webEntry } = useConfig();
  const running = findRunningEntry();
  return typeof webEntry === "string" && running !== undefined && webEntry !== running;
}
