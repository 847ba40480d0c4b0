import { endpoints } from "virtual:endpoints";
import type { CompanyDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { sentencesOf } from "../../shared/api/shown-refusals.ts";
import { Allowed } from "../../shared/auth/allowed.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { Refusals } from "../../shared/ui/status/refusal-list.tsx";
import { EditCompanyDialog } from "./company-form.tsx";

/** Editing and deleting a company, for users with the permission. */
export function CompanyActions({ company }: { readonly company: CompanyDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isEditing, setIsEditing] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const erase = useChange(endpoints.company.delete, { refusalIn: "card" });
  const own = useQuery(queryOf(endpoints.user.getUserInfo));
  const { companyId, revision, name } = company;
  const isOther = own.data !== undefined && own.data.companyId !== companyId;

  async function remove(): Promise<void> {
    const result = await askConfirm({
      title: t("companies.deleteTitle", { name }),
      text: t("companies.deleteText"),
      confirmText: t("companies.delete"),
      kind: "danger",
    });
    if (result !== "confirm") return;
    try {
      await erase.mutateAsync({ companyId, revision });
      void navigate("/account/companies", { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusals(sentencesOf(error));
    }
  }

  return (
    <div className="company-actions">
      <div className="company-buttons">
        <Allowed to="company:edit">
          <button type="button" className="button" data-kind="primary" onClick={() => setIsEditing(true)}>
            <Icon name="edit" />
            {t("companies.edit")}
          </button>
        </Allowed>
        {isOther && (
          <Allowed to="company:delete">
            <button type="button" className="button" data-kind="danger" onClick={() => void remove()}>
              {t("companies.delete")}
            </button>
          </Allowed>
        )}
      </div>
      <Refusals sentences={refusals} />
      {isEditing && (
        <EditCompanyDialog company={company} canMove={isOther} onClose={() => setIsEditing(false)} />
      )}
    </div>
  );
}
