import { endpoints } from "virtual:endpoints";
import { schema as passwordSchema } from "virtual:form/account.resetPassword";
import { schema as scopeSchema } from "virtual:form/account.setScope";
import type { AccountDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { FormValues } from "../../shared/form/values.ts";
import type { Control } from "../../shared/ui/form/control.ts";
import { PlantsPick } from "../../shared/ui/form/pick/picks.tsx";

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

/** Which plants the account may see (R6.6): all of its company and those below, or chosen ones. */
export function ScopeDialog({ account, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { accountId, revision, scopeStations } = account;
  const kind = {
    labelKey: "accounts.scope",
    sayChoice: (choice: string) => t(`accounts.scopes.${choice as AccountDetail["scopeKind"]}`),
  } as const;
  const plants = {
    labelKey: "accounts.scopePlants",
    hintKey: "accounts.scopeHint",
    isShown: (values: FormValues) => values.kind === "plants",
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
      fields={{ kind, stationIds: plants }}
      initial={{ kind: account.scopeKind, stationIds: scopeStations.map(({ stationId }) => stationId) }}
      fixed={{ accountId, revision }}
      submitText={t("accounts.save")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
