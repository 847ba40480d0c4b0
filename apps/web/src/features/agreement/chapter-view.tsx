import { BlockList } from "./block-view.tsx";
import type { Chapter } from "./document.ts";
import type { Pictures } from "./pictures.ts";

/** The element a link to a chapter leads to. */
export const anchorOf = (id: string): string => `chapter-${id}`;

interface ChapterProps {
  readonly id: string;
  readonly number: number;
  readonly chapter: Chapter;
  readonly pictures: Pictures;
}

export function ChapterView({ id, number, chapter, pictures }: ChapterProps) {
  return (
    <section className="document-chapter" aria-labelledby={anchorOf(id)}>
      <h2 id={anchorOf(id)} tabIndex={-1} data-number={number}>
        {chapter.title}
      </h2>
      <BlockList blocks={chapter.blocks} pictures={pictures} />
      {chapter.sections.map(({ heading, blocks }) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <BlockList blocks={blocks} pictures={pictures} />
        </section>
      ))}
    </section>
  );
}
