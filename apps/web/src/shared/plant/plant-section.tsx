import type { ReactNode } from "react";

interface PlantSectionProps {
  /** Where the tab alone does not name the page. */
  readonly title?: string;
  readonly text?: ReactNode;
  /** Before the actions, in place of a text: such as the counts that filter a list. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
}

/** What a page of a plant is about, and what can be done on it, below the plant's tabs. */
export function PlantSection({ title, text, lead, actions }: PlantSectionProps) {
  return (
    <div className="plant-section">
      <div>
        {title !== undefined && <h2>{title}</h2>}
        {text !== undefined && <p>{text}</p>}
        {lead}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </div>
  );
}
