import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/icon.tsx";
import { ServiceContactsDialog, useServiceContacts } from "../../shared/ui/service-contacts.tsx";

/** Opens the service contacts for someone who cannot get in; absent where there are none. */
export function ContactsButton() {
  const { t } = useTranslation();
  const contacts = useServiceContacts();
  const [isOpen, setIsOpen] = useState(false);
  if (contacts.length === 0) return null;
  return (
    <>
      <button type="button" className="menu-button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="help" />
        {t("contacts.title")}
      </button>
      {isOpen && <ServiceContactsDialog contacts={contacts} onClose={() => setIsOpen(false)} />}
    </>
  );
}
