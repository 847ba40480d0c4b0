import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { publicPictureAddress } from "../../api/picture-address.ts";
import { regionName } from "../../base/format/regions.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import type { ServiceContact } from "../../config/service-contacts.ts";
import { refreshServiceContacts, useServiceContacts } from "../../config/service-contacts.ts";
import { Dialog } from "../dialog/dialog.tsx";
import "./service-contacts.css";

/** Whom to ask for help, by country or region (R1.11). */
export function ServiceContactsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const contacts = useServiceContacts();
  // A page that was open for long may know an older list.
  useEffect(() => void refreshServiceContacts(), []);
  return (
    <Dialog title={t("contacts.title")} onClose={onClose}>
      <ul className="contacts">
        {contacts.map((contact) => (
          <ContactCard key={contact.providerId} contact={contact} />
        ))}
      </ul>
    </Dialog>
  );
}

const mailAddress = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

function ContactCard({ contact }: { contact: ServiceContact }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const region = regionName(contact.countryOrRegion, tag);
  return (
    <li>
      <div>
        <h3>{region}</h3>
        <a href={mailAddress(contact.serviceEmail)}>{contact.serviceEmail}</a>
        {contact.text !== "" && <p>{contact.text}</p>}
      </div>
      {contact.qrPictureId !== null && (
        <img src={publicPictureAddress(contact.qrPictureId)} alt={t("contacts.code", { region })} />
      )}
    </li>
  );
}
