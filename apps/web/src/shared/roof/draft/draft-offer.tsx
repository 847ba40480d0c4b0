import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../base/format/times.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { isSameLayout } from "./diff.ts";
import type { EditorData } from "./editor-data.ts";
import { localCopies } from "./use-draft-saving.ts";

/** What this browser has kept of a draft that was not saved; undefined where it is the same as the server's. */
export function findOffer(accountId: string, stationId: string, { draft, layout }: EditorData) {
  const copy = localCopies.read(accountId, stationId);
  if (copy === undefined) return undefined;
  if (isSameLayout(draft?.layout ?? layout, copy.layout)) {
    localCopies.remove(accountId, stationId);
    return undefined;
  }
  return { ...copy, isStale: copy.revision !== (draft?.revision ?? null) };
}

interface DraftOfferProps {
  readonly offer: NonNullable<ReturnType<typeof findOffer>>;
  readonly plant: StationDetail;
  readonly onRestore: () => void;
  readonly onDismiss: () => void;
}

/** Offers the layout that this browser has kept. */
export function DraftOffer({ offer, plant, onRestore, onDismiss }: DraftOfferProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  return (
    <div className="frame-notice" role="status">
      <span>
        {t("layoutEditor.offer", { when: formatDateTime(offer.at, plant.timeZone, tag) })}
        {offer.isStale && ` ${t("layoutEditor.offerStale")}`}
      </span>
      <button type="button" className="link-button" onClick={onRestore}>
        {t("layoutEditor.restore")}
      </button>
      <button type="button" className="link-button" onClick={onDismiss}>
        {t("layoutEditor.dismiss")}
      </button>
    </div>
  );
}
