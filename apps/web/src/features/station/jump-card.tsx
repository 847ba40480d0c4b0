import { useTranslation } from "react-i18next";

interface JumpCardProps {
  readonly address: string;
  readonly onStay: () => void;
}

/** The plant opens an external page: shows its address before the user follows it (R6.7). */
export function JumpCard({ address, onStay }: JumpCardProps) {
  const { t } = useTranslation();
  return (
    <section className="card jump" aria-label={t("jump.title")}>
      <h2>{t("jump.title")}</h2>
      <p>{t("jump.text")}</p>
      <p className="mono jump-address">{address}</p>
      <div className="jump-actions">
        <a
          className="button"
          data-kind="primary"
          href={address}
          target="_blank"
          rel="noreferrer noopener"
          referrerPolicy="no-referrer"
        >
          {t("jump.open")}
        </a>
        <button type="button" className="button" onClick={onStay}>
          {t("jump.stay")}
        </button>
      </div>
    </section>
  );
}
