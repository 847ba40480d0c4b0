import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServiceContacts } from "../../shared/config/service-contacts.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";

// Few who sign in need help with it.
const ServiceContactsDialog = lazyPart(
  async () => (await import("../../shared/ui/content/service-contacts.tsx")).ServiceContactsDialog,
);

/** Opens the service contacts for users who cannot sign in; absent when there are none. */
export function ContactsButton() {
  const { t } = useTranslation();
  const hasContacts = useServiceContacts().length > 0;
  const [isOpen, setIsOpen] = useState(false);
  if (!hasContacts) return null;
  return (
    <>
      <button type="button" className="menu-button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="help" />
        {t("contacts.title")}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ServiceContactsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
