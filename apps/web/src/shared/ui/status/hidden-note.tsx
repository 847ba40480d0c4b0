import { useTranslation } from "react-i18next";
import type { LinkProps } from "react-router";
import { Link } from "react-router";
import "./hidden-note.css";

interface HiddenNoteProps {
  readonly count: number;
  /** To the list of these plants. */
  readonly link: Pick<LinkProps, "to" | "onClick">;
}

/** How many plants are missing in a sum because they hide what is summed; nothing where none is. */
export function HiddenNote({ count, link }: HiddenNoteProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <p className="hidden-note">
      <Link {...link} className="plain-link">
        {t("fleet.without", { count })}
      </Link>
    </p>
  );
}
