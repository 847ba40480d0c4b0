import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { Allowed } from "../../../shared/auth/allowed.tsx";
import { Fact, Facts } from "../../../shared/ui/content/facts.tsx";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import { FailedState, Skeleton } from "../../../shared/ui/status/empty-state.tsx";
import { Refusals } from "../../../shared/ui/status/refusal-list.tsx";
import { PermissionTree } from "./permission-tree.tsx";
import { EditRoleDialog } from "./role-form.tsx";
import { useRemoval } from "./use-removal.ts";

interface RoleDrawerProps {
  readonly roleId: string;
  readonly onClose: () => void;
}

/** One role: creator, permissions, and editing for users with the permission. */
export function RoleDrawer({ roleId, onClose }: RoleDrawerProps) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const { refusals, remove } = useRemoval(endpoints.role.delete, onClose);
  const { data, error, isError, refetch } = useQuery(queryOf(endpoints.role.get, { roleId }));
  if (data === undefined)
    return (
      <Dialog kind="drawer" title={t("rights.role")} onClose={onClose}>
        {isError ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton width="100%" height="32rem" />
        )}
      </Dialog>
    );
  return (
    <>
      <Dialog kind="drawer" title={data.name} onClose={onClose}>
        <Facts>
          <Fact name={t("rights.type")}>{data.customerTypeName}</Fact>
          <Fact name={t("rights.madeBy")}>{data.companyName ?? t("rights.builtIn")}</Fact>
          <Fact name={t("rights.accounts")}>{data.accountCount}</Fact>
          <Fact name={t("rights.remarks")}>{data.remarks}</Fact>
        </Facts>
        <Refusals sentences={refusals} />
        {data.isEditable && (
          <Allowed to="role:edit">
            <div className="rights-buttons">
              <button type="button" className="button" data-kind="primary" onClick={() => setIsEditing(true)}>
                <Icon name="edit" />
                {t("rights.edit")}
              </button>
              <button
                type="button"
                className="button"
                data-kind="danger"
                onClick={() => void remove(data.name, { roleId })}
              >
                {t("rights.delete")}
              </button>
            </div>
          </Allowed>
        )}
        <PermissionTree customerTypeId={data.customerTypeId} chosen={data.permissionIds} />
      </Dialog>
      {isEditing && <EditRoleDialog role={data} onClose={() => setIsEditing(false)} />}
    </>
  );
}
