import { Icon } from "../../shared/ui/content/icon.tsx";
import type { Block } from "./document.ts";
import type { Pictures } from "./pictures.ts";
import { RichText } from "./rich-text.tsx";

/** The blocks of a chapter or section; `pictures` are those of the language. */
export function BlockList({ blocks, pictures }: { blocks: readonly Block[]; pictures: Pictures }) {
  // A text never changes its order: the place is the identity.
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <BlockView key={index} block={block} pictures={pictures} />
  ));
}

function BlockView({ block, pictures }: { block: Block; pictures: Pictures }) {
  if (typeof block === "string")
    return (
      <p>
        <RichText text={block} />
      </p>
    );
  if ("list" in block) return <ItemList items={block.list} as="ul" />;
  if ("steps" in block) return <ItemList items={block.steps} as="ol" />;
  if ("note" in block)
    return (
      <p className="document-note">
        <Icon name="warning" />
        <span>
          <RichText text={block.note} />
        </span>
      </p>
    );
  if ("terms" in block)
    return (
      <dl className="document-terms">
        {block.terms.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <RichText text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    );
  const picture = pictures[block.picture];
  if (picture === undefined) return null;
  const { url, width, height } = picture;
  return (
    <figure>
      <a href={url} target="_blank" rel="noreferrer">
        <img src={url} alt={block.alt} width={width} height={height} loading="lazy" decoding="async" />
      </a>
    </figure>
  );
}

function ItemList({ items, as: Element }: { items: readonly string[]; as: "ul" | "ol" }) {
  return (
    <Element>
      {items.map((item) => (
        <li key={item}>
          <RichText text={item} />
        </li>
      ))}
    </Element>
  );
}
