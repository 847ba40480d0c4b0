import type { LayoutVersion } from "@heliograph/contract";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../../shared/base/format/times.ts";
import { useLocale } from "../../../../shared/base/i18n/i18n.ts";
import { useFirstField } from "../../../../shared/ui/form/use-first-field.ts";

interface VersionListProps {
  /** The newest first. */
  readonly versions: readonly LayoutVersion[];
  readonly timeZone: string;
  readonly selected: number;
  readonly isBusy: boolean;
  readonly onSelect: (number: number) => void;
  /** Absent where all versions are listed. */
  readonly onMore?: () => void;
}

/** One of the published versions; arrow keys go from one to the next. */
export function VersionList({ versions, timeZone, selected, isBusy, onSelect, onMore }: VersionListProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const name = useId();
  const latest = versions[0]?.number;
  const place = useRef<HTMLDivElement>(null);
  // It is rendered once the versions are read: arrow keys then go through them.
  useFirstField(place);
  return (
    <div className="version-list" ref={place}>
      <div role="radiogroup" aria-label={t("layoutEditor.versions.list")}>
        {versions.map(({ number, publishedAt, publishedBy }) => (
          <label key={number}>
            <input type="radio" name={name} checked={number === selected} onChange={() => onSelect(number)} />
            <span>
              <strong>{t("layoutEditor.versions.version", { number })}</strong>
              {number === latest && <em>{t("layoutEditor.versions.latest")}</em>}
              <small>{formatDateTime(Date.parse(publishedAt), timeZone, tag)}</small>
              <small>{publishedBy ?? t("layoutEditor.versions.unknownAuthor")}</small>
            </span>
          </label>
        ))}
      </div>
      {versions.length === 1 && <p className="note">{t("layoutEditor.versions.only")}</p>}
      {onMore !== undefined && (
        <button type="button" className="button" disabled={isBusy} onClick={onMore}>
          {t("layoutEditor.versions.more")}
        </button>
      )}
    </div>
  );
}
