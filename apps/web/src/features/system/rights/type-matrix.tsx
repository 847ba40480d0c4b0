import { endpoints } from "virtual:endpoints";
import type { CustomerTypeDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";

/** What the type allows and each of its roles: permission by permission. */
export function TypeMatrix({ type }: { readonly type: CustomerTypeDetail }) {
  const { t } = useTranslation();
  const tree = useQuery(queryOf(endpoints.permission.tree, {}));
  const nodes = (tree.data?.tree ?? []).flatMap((area) => [
    { ...area, isArea: true },
    ...area.children.map((node) => ({ ...node, isArea: false })),
  ]);
  const ofType: readonly string[] = type.permissionIds;
  const cell = (isGiven: boolean) =>
    isGiven ? (
      <>
        <Icon name="check" />
        <span className="visually-hidden">{t("rights.given")}</span>
      </>
    ) : (
      <span className="visually-hidden">{t("rights.notGiven")}</span>
    );
  return (
    <div className="rights-scroll">
      <table className="rights-matrix" aria-label={t("rights.matrix")}>
        <thead>
          <tr>
            <th scope="col">{t("rights.permission")}</th>
            <th scope="col">{t("rights.type")}</th>
            {type.roles.map((role) => (
              <th key={role.roleId} scope="col">
                {role.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.id} data-area={node.isArea}>
              <th scope="row">{node.name}</th>
              <td>{cell(ofType.includes(node.id))}</td>
              {type.roles.map((role) => {
                const ofRole: readonly string[] = role.permissionIds;
                return (
                  <td key={role.roleId}>{cell(ofType.includes(node.id) && ofRole.includes(node.id))}</td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
