import { endpoints } from "virtual:endpoints";
import type { AccountPermission, AccountPermissions } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { Fact, Facts } from "../../../shared/ui/content/facts.tsx";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { FailedState, Skeleton } from "../../../shared/ui/status/empty-state.tsx";

/** What decides about a permission: the first that withholds it, else what grants it. */
function sourceOf(
  { ofRole, ofType, needsWholeCompany }: AccountPermission,
  { isSuper, scopeKind }: AccountPermissions,
) {
  if (scopeKind === "plants" && needsWholeCompany) return "scope";
  if (isSuper) return "root";
  if (!ofType) return "notOfType";
  return ofRole ? "granted" : "notOfRole";
}

/** Every permission of an account with where it comes from. */
export function AccountRights({ accountId }: { readonly accountId: string }) {
  const { t } = useTranslation();
  const { data, error, isError, refetch } = useQuery(queryOf(endpoints.account.permissions, { accountId }));
  if (data === undefined)
    return isError ? (
      <FailedState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton width="100%" height="24rem" />
    );
  const { roleName, customerTypeName } = data;
  return (
    <>
      <Facts>
        <Fact name={t("rights.type")}>{customerTypeName}</Fact>
        <Fact name={t("rights.role")}>{roleName}</Fact>
        <Fact name={t("rights.access")}>{t(`rights.accessOf.${data.scopeKind}`)}</Fact>
        <Fact name={t("rights.ownedPlants")}>{data.ownedPlants}</Fact>
        <Fact name={t("rights.sharedPlants")}>{data.sharedPlants}</Fact>
      </Facts>
      <div className="rights-scroll">
        <table className="rights-matrix" aria-label={t("rights.ofAccount")}>
          <thead>
            <tr>
              <th scope="col">{t("rights.permission")}</th>
              <th scope="col">{t("rights.effective")}</th>
              <th scope="col">{t("rights.source")}</th>
            </tr>
          </thead>
          <tbody>
            {data.permissions.map((one) => (
              <tr key={one.permissionId} data-area={one.isArea}>
                <th scope="row">{one.name}</th>
                <td>
                  {one.isEnabled && <Icon name="check" />}
                  <span className="visually-hidden">
                    {t(one.isEnabled ? "rights.given" : "rights.notGiven")}
                  </span>
                </td>
                <td>
                  {t(`rights.sourceOf.${sourceOf(one, data)}`, { role: roleName, type: customerTypeName })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
