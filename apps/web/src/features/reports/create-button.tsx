import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import type { Subject } from "./subject.ts";

/** Opens the dialog that creates a report. */
export function CreateButton({ subject }: { readonly subject: Subject }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" data-kind="primary" onClick={() => setIsOpen(true)}>
        <Icon name="plus" />
        {t("reports.create")}
      </button>
      {isOpen && <CreateDialog subject={subject} onClose={() => setIsOpen(false)} />}
    </>
  );
}
