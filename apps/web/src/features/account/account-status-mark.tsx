import type { AccountStatus } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";

const variants: Readonly<Record<AccountStatus, StatusVariant>> = {
  active: "good",
  invited: "waiting",
  disabled: "inactive",
};

/** Whether an account can sign in. */
export function AccountStatusMark({ status }: { readonly status: AccountStatus }) {
  const { t } = useTranslation();
  return <StatusMark variant={variants[status]} text={t(`accounts.statuses.${status}`)} />;
}
