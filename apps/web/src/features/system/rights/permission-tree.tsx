import { endpoints } from "virtual:endpoints";
import type { PermissionNode } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { FailedState, Skeleton } from "../../../shared/ui/status/empty-state.tsx";
import { toggleNode } from "./node-choice.ts";
import "./rights.css";

interface PermissionTreeProps {
  /** Bounds what can be given; without it only the caller's own rights do. */
  readonly customerTypeId?: string;
  readonly chosen: readonly string[];
  /** Without it the tree is only shown. */
  readonly onChange?: (chosen: readonly string[]) => void;
}

/** The permission tree with the selected nodes; permissions that cannot be granted are disabled (R3.3). */
export function PermissionTree({ customerTypeId, chosen, onChange }: PermissionTreeProps) {
  const { t } = useTranslation();
  const query = customerTypeId === undefined ? {} : { customerTypeId };
  const { data, error, isError, refetch } = useQuery(queryOf(endpoints.permission.tree, query));
  if (data === undefined)
    return isError ? (
      <FailedState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton width="100%" height="24rem" />
    );
  const { tree } = data;
  const box = (node: PermissionNode) => (
    <label className="check" data-disabled={node.disabled}>
      <input
        type="checkbox"
        checked={chosen.includes(node.id)}
        disabled={onChange === undefined || node.disabled}
        onChange={() => onChange?.(toggleNode(chosen, tree, node.id))}
      />
      <span>{node.name}</span>
    </label>
  );
  return (
    <fieldset className="permission-tree">
      <legend className="visually-hidden">{t("rights.permissions")}</legend>
      {tree.map((area) => (
        <div key={area.id} className="permission-area">
          <b>{box(area)}</b>
          <ul>
            {area.children.map((node) => (
              <li key={node.id}>{box(node)}</li>
            ))}
          </ul>
        </div>
      ))}
    </fieldset>
  );
}
