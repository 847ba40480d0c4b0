import type { StationDetail } from "@heliograph/contract";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServiceContacts } from "../../shared/config/service-contacts.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";

const ServiceContactsDialog = lazyPart(
  async () => (await import("../../shared/ui/content/service-contacts.tsx")).ServiceContactsDialog,
);

/** Whom to call about a plant: its person in charge, its installer and the service providers, as far as they are visible. */
export function PhoneContacts({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const hasService = useServiceContacts().length > 0;
  const [isOpen, setIsOpen] = useState(false);
  const { personInCharge, phone, installer, email, address } = plant;
  if (!personInCharge && !phone && !installer && !email && !address && !hasService) return null;
  return (
    <section className="card phone-card phone-contacts" aria-labelledby="phone-contacts">
      <h2 id="phone-contacts">{t("phonePlant.contacts")}</h2>
      {(personInCharge || phone) && (
        <p>
          <span>
            <span className="phone-caption">{t("phonePlant.inCharge")}</span>
            {personInCharge}
          </span>
          {phone && (
            <a className="button" href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>
              <Icon name="phone" />
              {phone}
            </a>
          )}
        </p>
      )}
      {(installer || email) && (
        <p>
          <span>
            <span className="phone-caption">{t("phonePlant.installer")}</span>
            {installer}
          </span>
          {email && (
            <a className="button" href={`mailto:${email}`}>
              <Icon name="mail" />
              {email}
            </a>
          )}
        </p>
      )}
      {address && (
        <p>
          <span>
            <span className="phone-caption">{t("phonePlant.address")}</span>
            {address}
          </span>
        </p>
      )}
      {hasService && (
        <button type="button" className="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Icon name="help" />
          {t("contacts.title")}
        </button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ServiceContactsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
