import type { ReactNode } from "react";

interface PlantSectionProps {
  /** Where the tab alone does not name the page. */
  readonly title?: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
}

/** What a page of a plant is about, and what can be done on it, below the plant's tabs. */
export function PlantSection({ title, text, actions }: PlantSectionProps) {
  return (
    <div className="plant-section">
      <div>
        {title !== undefined && <h2>{title}</h2>}
        {text !== undefined && <p>{text}</p>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </div>
  );
}
