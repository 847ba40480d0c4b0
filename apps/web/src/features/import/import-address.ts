import type { KeptImport } from "@heliograph/contract";

/**
 * Query of the address of an import, which finds it again after the page was reloaded. The server knows the plant only from
 * the first check on.
 */
export const toImportQuery = ({
  importId,
  stationId,
}: Pick<KeptImport, "importId" | "stationId">): Record<string, string> => ({
  ...(stationId !== null && { plant: stationId }),
  id: importId,
});
