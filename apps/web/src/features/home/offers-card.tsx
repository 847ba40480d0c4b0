import { endpoints } from "virtual:endpoints";
import type { PlantOffer } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { useOffers } from "../../shared/api/offers.ts";
import { dropPath, useChange } from "../../shared/api/queries.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const keyOf = (offer: PlantOffer): string => (offer.kind === "share" ? offer.grantId : offer.transferId);

function roleOf(offer: PlantOffer): "read" | "operate" | "administrator" | "owner" {
  if (offer.kind === "transfer") return "owner";
  if (offer.level === "administrator") return "administrator";
  return offer.mayOperate ? "operate" : "read";
}

/** Plants that others share with the reader or offer to them, to be accepted or declined (R6.4, R6.5). */
export function OffersCard() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { offers, respond } = useOfferActions();
  if (offers.length === 0) return null;
  return (
    <section className="card offers" aria-label={t("offers.title")}>
      <div className="card-head">
        <h2>{t("offers.title")}</h2>
      </div>
      <ul>
        {offers.map((offer) => (
          <li key={keyOf(offer)}>
            <div>
              <strong>{t(`offers.${offer.kind}`, { from: offer.fromName, plant: offer.stationName })}</strong>
              <p>
                {t(`offers.as.${roleOf(offer)}`)}
                {offer.kind === "share" &&
                  offer.endsAt !== null &&
                  ` ${t("offers.until", { at: formatDateTime(Date.parse(offer.endsAt), viewerZone, tag) })}`}
              </p>
            </div>
            <button type="button" className="button" onClick={() => void respond(offer, false)}>
              {t("offers.decline")}
              <span className="visually-hidden"> {offer.stationName}</span>
            </button>
            <button
              type="button"
              className="button"
              data-kind="primary"
              onClick={() => void respond(offer, true)}
            >
              {t("offers.accept")}
              <span className="visually-hidden"> {offer.stationName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useOfferActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const offers = useOffers();
  const share = useChange(endpoints.sharing.shareAnswer);
  const transfer = useChange(endpoints.sharing.transferAnswer);

  /** What cannot be taken back by the reader alone is asked about first. */
  async function isSure(
    { kind, stationName: plant, fromName: from }: PlantOffer,
    accept: boolean,
  ): Promise<boolean> {
    if (accept && kind === "share") return true;
    const question = accept
      ? {
          title: t("offers.ownTitle", { plant }),
          text: t("offers.ownText", { from }),
          confirmText: t("offers.ownConfirm"),
        }
      : {
          title: t("offers.declineTitle", { plant }),
          text: t("offers.declineText"),
          confirmText: t("offers.decline"),
        };
    return (await askConfirm(question)) === "confirm";
  }

  async function respond(offer: PlantOffer, accept: boolean): Promise<void> {
    if (!(await isSure(offer, accept))) return;
    try {
      const { stationId } =
        offer.kind === "share"
          ? await share.mutateAsync({ grantId: offer.grantId, accept })
          : await transfer.mutateAsync({ transferId: offer.transferId, accept });
      if (stationId !== null) await navigate(`/station/${stationId}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The refusal is on screen already; what is no longer offered goes from it.
      await dropPath(endpoints.sharing.invitations.path);
    }
  }

  return { offers, respond };
}
