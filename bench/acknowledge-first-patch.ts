/** The end of the path of the writer's module. */
export const WRITER_PATH = "/devices/link/intake/report-writer.ts";

const WAITING = "waiting.push({ report, resolve, reject });";

/**
 * Returns the text of the writer's module with the fault that the crash bench must detect: it resolves when a report is
 * accepted, before it is stored. Throws when the text has no place for it.
 */
export function patchWriter(source: string): string {
  if (source.split(WAITING).length !== 2) throw new Error(`the writer no longer has: ${WAITING}`);
  return source.replace(WAITING, `${WAITING} resolve();`);
}
