import { endpoints } from "virtual:endpoints";
import { schema as passwordSchema } from "virtual:form/account.resetPassword";
import { schema as scopeSchema } from "virtual:form/account.setScope";
import type { AccountDetail } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PlantsPick } from "../../shared/ui/pick/picks.tsx";
import { FormDialog } from "../../shared/ui/schema-form/form-dialog.tsx";
import type { Control } from "../../shared/ui/schema-form/form-field.tsx";
import { Segmented } from "../../shared/ui/segmented.tsx";

interface DialogProps {
  readonly account: AccountDetail;
  readonly onClose: () => void;
}

export function ResetPasswordDialog({ account, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t("accounts.resetOf", { name: account.userName })}
      endpoint={endpoints.account.resetPassword}
      schema={passwordSchema}
      fields={{
        password: {
          labelKey: "accounts.newPassword",
          hintKey: "accounts.resetHint",
          autoComplete: "new-password",
        },
      }}
      fixed={{ accountId: account.accountId }}
      submitText={t("accounts.reset")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}

const kinds = ["company", "plants"] as const;

/** Which plants the account may see (R6.6): all of its company and those below, or chosen ones. */
export function ScopeDialog({ account, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState(account.scopeKind);
  const { accountId, revision, scopeStations } = account;
  const options = kinds.map((each) => ({ value: each, text: t(`accounts.scopes.${each}`) }));
  const choose = (control: Control) => (
    <Segmented
      label={t("accounts.scope")}
      value={kind}
      options={options}
      onChange={(next) => {
        setKind(next);
        control.onChange(next);
      }}
    />
  );
  const plants = {
    labelKey: "accounts.scopePlants",
    hintKey: "accounts.scopeHint",
    render: (control: Control) => (
      <PlantsPick
        control={control}
        chosen={scopeStations.map(({ stationId, name }) => ({ value: stationId, label: name }))}
      />
    ),
  } as const;
  return (
    <FormDialog
      title={t("accounts.scopeOf", { name: account.userName })}
      endpoint={endpoints.account.setScope}
      schema={scopeSchema}
      fields={{
        kind: { labelKey: "accounts.scope", render: choose },
        ...(kind === "plants" && { stationIds: plants }),
      }}
      onTake={({ kind: taken }) => {
        const known = kinds.find((each) => each === taken);
        if (known !== undefined) setKind(known);
      }}
      initial={{ kind: account.scopeKind, stationIds: scopeStations.map(({ stationId }) => stationId) }}
      fixed={{ accountId, revision }}
      submitText={t("accounts.save")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
