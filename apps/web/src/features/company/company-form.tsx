import { endpoints } from "virtual:endpoints";
import { schema as addSchema } from "virtual:form/account.addCompany";
import { schema as updateSchema } from "virtual:form/company.update";
import type { CompanyDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { Control } from "../../shared/ui/form/control.ts";
import { AccountPick, CompanyPick, chosenOf } from "../../shared/ui/form/pick/picks.tsx";

const own = {
  name: { labelKey: "company.name" },
  address: { labelKey: "company.address", isRequired: true },
  contact: { labelKey: "company.contact", isRequired: true },
  contactPhone: { labelKey: "company.contactPhone", isRequired: true },
  contactEmail: { labelKey: "company.contactEmail" },
} as const;

interface AddProps {
  /** Parent of the new company. */
  readonly upstream: { readonly companyId: string; readonly name: string };
  readonly onClose: () => void;
}

export function AddCompanyDialog({ upstream, onClose }: AddProps) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t("companies.addUnder", { name: upstream.name })}
      endpoint={endpoints.account.addCompany}
      schema={addSchema}
      fields={own}
      fixed={{ upstreamCompanyId: upstream.companyId }}
      submitText={t("companies.add")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}

interface EditProps {
  readonly company: CompanyDetail;
  /** The caller's own company stays where it is: that is for those above to say. */
  readonly canMove: boolean;
  readonly onClose: () => void;
}

export function EditCompanyDialog({ company, canMove, onClose }: EditProps) {
  const { t } = useTranslation();
  const { companyId, revision, administratorId, administratorName } = company;
  const { upstreamCompanyId, upstreamCompanyName } = company;
  const administrator = (control: Control) => (
    <AccountPick
      control={control}
      companyId={companyId}
      chosen={chosenOf(administratorId, administratorName)}
    />
  );
  const place = {
    labelKey: "company.upstream",
    hintKey: "companies.moveHint",
    render: (control: Control) => (
      <CompanyPick control={control} chosen={chosenOf(upstreamCompanyId, upstreamCompanyName)} />
    ),
  } as const;
  return (
    <FormDialog
      title={t("companies.editOf", { name: company.name })}
      endpoint={endpoints.company.update}
      schema={updateSchema}
      fields={{
        ...own,
        administratorId: {
          labelKey: "company.administrator",
          hintKey: "companies.administratorHint",
          render: administrator,
        },
        ...(canMove && { upstreamCompanyId: place }),
      }}
      initial={company}
      fixed={{ companyId, revision }}
      submitText={t("companies.save")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
