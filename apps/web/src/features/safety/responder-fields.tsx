import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/responder.save";
import type { ResponderContact } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";

export interface ResponderPage {
  readonly switchPlaces: string;
  readonly contacts: readonly ResponderContact[];
}

const fields = {
  switchPlaces: { labelKey: "responder.places", isMultiline: true, isCapped: true },
  contacts: {
    labelKey: "responder.contacts",
    items: {
      name: { labelKey: "responder.contactName", isCapped: true },
      phone: { labelKey: "responder.contactPhone", inputMode: "tel" },
    },
    addKey: "responder.addContact",
    removeKey: "responder.removeContact",
  },
} as const;

/** Where the switches are and whom to call: what the owner writes for responders. */
export function ResponderFields({
  stationId,
  page,
}: {
  readonly stationId: string;
  readonly page: ResponderPage;
}) {
  const { t } = useTranslation();
  const [isEdited, setEdited] = useState(false);
  const close = () => setEdited(false);
  const { switchPlaces, contacts } = page;
  return (
    <div className="safety-state">
      <Facts>
        <Fact name={t("responder.places")}>
          {switchPlaces !== "" && <span className="responder-places">{switchPlaces}</span>}
        </Fact>
        {contacts.map(({ name, phone }) => (
          <Fact key={`${name} ${phone}`} name={name}>
            <a href={`tel:${phone}`}>{phone}</a>
          </Fact>
        ))}
      </Facts>
      <div className="safety-actions">
        <button type="button" className="button" onClick={() => setEdited(true)}>
          {t("responder.edit")}
        </button>
      </div>
      {isEdited && (
        <FormDialog
          title={t("responder.edit")}
          endpoint={endpoints.responder.save}
          schema={schema}
          fields={fields}
          initial={page}
          fixed={{ stationId }}
          submitText={t("responder.save")}
          onClose={close}
          onDone={close}
        />
      )}
    </div>
  );
}
