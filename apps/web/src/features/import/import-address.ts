import type { KeptImport } from "@heliograph/contract";

/** Query of the address of an import, which finds it again after the page was reloaded; another file is for the same plant. */
export const toImportQuery = ({
  importId,
  stationId,
}: Pick<KeptImport, "importId" | "stationId">): Record<string, string> => ({
  ...(stationId !== null && { plant: stationId }),
  id: importId,
});
