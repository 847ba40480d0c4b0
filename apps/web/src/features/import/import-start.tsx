import type { FileCardProps } from "./file-card.tsx";
import { FileCard } from "./file-card.tsx";
import { ImportStages } from "./import-stages.tsx";
import { KeptImports } from "./kept-imports.tsx";

/** The choice of a file, or of an import that was begun before. */
export function ImportStart({ onRead }: FileCardProps) {
  return (
    <>
      <ImportStages now={0} />
      <KeptImports />
      <FileCard onRead={onRead} />
    </>
  );
}
