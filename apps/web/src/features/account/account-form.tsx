import { endpoints } from "virtual:endpoints";
import { schema as addSchema } from "virtual:form/account.addAccount";
import { schema as updateSchema } from "virtual:form/account.update";
import type { AccountDetail, Relation } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { FieldControl } from "../../shared/form/layout.ts";
import type { FormValues } from "../../shared/form/values.ts";
import type { Control } from "../../shared/ui/form/control.ts";
import { AccountPick, CompanyPick, chosenOf, RolePick } from "../../shared/ui/form/pick/picks.tsx";
import { sayLanguage } from "./say-language.ts";

/** Who an account is, for adding and editing alike. */
function usePersonFields() {
  const { t } = useTranslation();
  return {
    userName: { labelKey: "accounts.userName" },
    email: { labelKey: "accounts.email", autoComplete: "off" },
    phone: { labelKey: "accounts.phone" },
    nickname: { labelKey: "accounts.nickname" },
    salutation: {
      labelKey: "personal.salutation",
      sayChoice: (choice: string) => t(`personal.salutations.${choice === "Ms" ? "Ms" : "Mr"}`),
    },
    contact: { labelKey: "accounts.contact" },
    remarks: { labelKey: "accounts.remarks", isMultiline: true, isWide: true },
  } as const;
}

export interface AddProps {
  readonly relation: Relation;
  readonly ownCompanyId: string;
  readonly onClose: () => void;
}

/** Company of a customer, role and supervisor of an account. */
export function placeFields({ relation, ownCompanyId }: Omit<AddProps, "onClose">) {
  const isColleague = relation === "colleague";
  const companyOf = (values: FormValues): string =>
    isColleague ? ownCompanyId : String(values.companyId ?? "");
  const company = {
    labelKey: "accounts.companyName",
    isWide: true,
    render: (control: Control) => <CompanyPick control={control} />,
  } as const;
  const role = {
    labelKey: "accounts.roleName",
    hintKey: (values: FormValues) =>
      companyOf(values) === "" ? "accounts.companyFirst" : "accounts.roleHint",
    render: (control: FieldControl) =>
      companyOf(control.values) === "" ? (
        <input {...control.attributes} className="input" disabled />
      ) : (
        <RolePick control={control} companyId={companyOf(control.values)} />
      ),
  } as const;
  const supervisor = {
    labelKey: "accounts.supervisorName",
    hintKey: "accounts.supervisorHint",
    render: (control: Control) => <AccountPick control={control} />,
  } as const;
  return {
    fields: { ...(!isColleague && { companyId: company }), roleId: role, supervisorId: supervisor },
    ...(isColleague && { fixed: { companyId: ownCompanyId } }),
  };
}

/** A colleague in the own company, or a customer in one below. */
export function AddAccountDialog({ relation, ownCompanyId, onClose }: AddProps) {
  const { t } = useTranslation();
  const person = usePersonFields();
  const { fields, ...place } = placeFields({ relation, ownCompanyId });
  return (
    <FormDialog
      kind="drawer"
      title={t(`accounts.addTitle.${relation}`)}
      endpoint={endpoints.account.addAccount}
      schema={addSchema}
      isPaired
      fields={{
        ...fields,
        ...person,
        language: { labelKey: "accounts.language", sayChoice: sayLanguage },
        password: {
          labelKey: "accounts.firstPassword",
          hintKey: "accounts.passwordHint",
          autoComplete: "new-password",
        },
      }}
      {...place}
      submitText={t("accounts.add")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}

interface EditProps {
  readonly account: AccountDetail;
  readonly onClose: () => void;
}

/** One's own email and phone are changed by a code, not here. */
function useOwnContacts(onClose: () => void) {
  const { t } = useTranslation();
  const show = ({ value, attributes }: Control) => (
    <output {...attributes} className="account-fixed">
      {String(value) || "–"}
    </output>
  );
  const showWithLink = (control: Control) => (
    <>
      {show(control)}
      <Link to="/personal-center" onClick={onClose}>
        {t("accounts.toPersonal")}
      </Link>
    </>
  );
  return {
    email: { labelKey: "accounts.email", hintKey: "accounts.ownContacts", render: showWithLink },
    phone: { labelKey: "accounts.phone", render: show },
  } as const;
}

export function EditAccountDialog({ account, onClose }: EditProps) {
  const { t } = useTranslation();
  const person = usePersonFields();
  const ownContacts = useOwnContacts(onClose);
  const { accountId, revision, companyId, roleId, roleName, supervisorId, supervisorName } = account;
  return (
    <FormDialog
      kind="drawer"
      title={t("accounts.editOf", { name: account.userName })}
      endpoint={endpoints.account.update}
      schema={updateSchema}
      isPaired
      fields={{
        roleId: {
          labelKey: "accounts.roleName",
          hintKey: "accounts.roleHint",
          render: (control) => (
            <RolePick control={control} companyId={companyId} chosen={chosenOf(roleId, roleName)} />
          ),
        },
        supervisorId: {
          labelKey: "accounts.supervisorName",
          hintKey: "accounts.supervisorHint",
          render: (control) => (
            <AccountPick control={control} chosen={chosenOf(supervisorId, supervisorName)} />
          ),
        },
        ...person,
        ...(account.isOneself && ownContacts),
      }}
      initial={account}
      fixed={{ accountId, revision }}
      submitText={t("accounts.save")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
