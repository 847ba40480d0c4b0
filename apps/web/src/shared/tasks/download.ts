import type { TaskFile } from "./create-tasks.ts";

/** Hands a file to the person, as the browser does with any download. */
export function download({ name, blob }: TaskFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address while it starts the download, a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
