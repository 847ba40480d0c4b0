import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicPictureAddress } from "../api/picture-address.ts";
import { queryOf } from "../api/queries.ts";
import { regionName } from "../format/regions.ts";
import { useLocale } from "../i18n/i18n.ts";
import { Dialog } from "./dialog.tsx";
import "./service-contacts.css";

type Contact = DataOf<typeof endpoints.provider.listPublic>["rows"][number];

/** Contacts of service providers, in the order the operator has set; none until they are known. */
export function useServiceContacts(): readonly Contact[] {
  const { data } = useQuery(queryOf(endpoints.provider.listPublic, undefined, { isQuiet: true }));
  return data?.rows ?? [];
}

interface DialogProps {
  readonly contacts: readonly Contact[];
  readonly onClose: () => void;
}

/** Whom to ask for help, by country or region (R1.11). */
export function ServiceContactsDialog({ contacts, onClose }: DialogProps) {
  const { t } = useTranslation();
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

function ContactCard({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const region = regionName(contact.countryOrRegion, tag);
  return (
    <li>
      <div>
        <h3>{region}</h3>
        <a href={`mailto:${encodeURIComponent(contact.serviceEmail)}`}>{contact.serviceEmail}</a>
        {contact.text !== "" && <p>{contact.text}</p>}
      </div>
      {contact.qrPictureId !== null && (
        <img src={publicPictureAddress(contact.qrPictureId)} alt={t("contacts.code", { region })} />
      )}
    </li>
  );
}
