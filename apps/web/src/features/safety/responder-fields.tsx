import { endpoints } from "virtual:endpoints";
import type { ResponderContact } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { useChange } from "../../shared/api/queries.ts";
import { toast } from "../../shared/base/toast.ts";

const MAX_PLACES = 500;
const MAX_NAME = 60;
/** As the contract allows; the empty rows are not sent. */
const ROWS = [0, 1, 2, 3];

export interface ResponderPage {
  readonly switchPlaces: string;
  readonly contacts: readonly ResponderContact[];
}

/** Where the switches are and whom to call: what the owner writes for responders. */
export function ResponderFields({
  stationId,
  page,
}: {
  readonly stationId: string;
  readonly page: ResponderPage;
}) {
  const { t } = useTranslation();
  const [switchPlaces, setPlaces] = useState(page.switchPlaces);
  const [contacts, setContacts] = useState(() =>
    ROWS.map((row) => page.contacts[row] ?? { name: "", phone: "" }),
  );
  const save = useChange(endpoints.responder.save);
  const change = (row: number, part: Partial<ResponderContact>) =>
    setContacts(contacts.map((contact, index) => (index === row ? { ...contact, ...part } : contact)));

  async function submit(): Promise<void> {
    const filled = contacts.filter(({ name, phone }) => name.trim() !== "" || phone.trim() !== "");
    try {
      await save.mutateAsync({ stationId, switchPlaces, contacts: filled });
      toast("success", t("responder.saved"));
    } catch (error) {
      // A toast says what is wrong.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return (
    <div className="safety-state">
      <label>
        {t("responder.places")}
        <textarea
          className="input"
          rows={3}
          maxLength={MAX_PLACES}
          value={switchPlaces}
          onChange={({ target }) => setPlaces(target.value)}
        />
      </label>
      {ROWS.map((row) => (
        <div key={row} className="responder-contact">
          <input
            className="input"
            aria-label={t("responder.contactName", { number: row + 1 })}
            placeholder={t("responder.contactName", { number: row + 1 })}
            maxLength={MAX_NAME}
            value={contacts[row]?.name}
            onChange={({ target }) => change(row, { name: target.value })}
          />
          <input
            className="input"
            type="tel"
            aria-label={t("responder.contactPhone", { number: row + 1 })}
            placeholder={t("responder.contactPhone", { number: row + 1 })}
            value={contacts[row]?.phone}
            onChange={({ target }) => change(row, { phone: target.value })}
          />
        </div>
      ))}
      <div className="safety-actions">
        <button type="button" className="button" disabled={save.isPending} onClick={() => void submit()}>
          {t("responder.save")}
        </button>
      </div>
    </div>
  );
}
