import { endpoints } from "virtual:endpoints";
import { schema as addSchema } from "virtual:form/role.add";
import { schema as updateSchema } from "virtual:form/role.update";
import type { RoleDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../shared/form/form-dialog.tsx";
import type { FieldControl } from "../../../shared/form/layout.ts";
import type { FormValues } from "../../../shared/form/values.ts";
import type { Control } from "../../../shared/ui/form/control.ts";
import { PermissionTree } from "./permission-tree.tsx";
import { TypePick } from "./type-pick.tsx";

const names = {
  name: { labelKey: "rights.name" },
  remarks: { labelKey: "rights.remarks", isMultiline: true },
} as const;

/** The ids of a field that holds several. */
const idsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

const renderTree = ({ value, onChange }: Control, customerTypeId: string | undefined) => (
  <PermissionTree
    {...(customerTypeId !== undefined && { customerTypeId })}
    chosen={idsOf(value)}
    onChange={onChange}
  />
);

function treeField(customerTypeId: string | undefined) {
  return {
    labelKey: "rights.permissions",
    hintKey: "rights.treeHint",
    render: (control: Control) => renderTree(control, customerTypeId),
  } as const;
}

export { idsOf, names, treeField };

const addFields = {
  customerTypeId: {
    labelKey: "rights.type",
    hintKey: "rights.typeHint",
    render: (control: Control) => <TypePick control={control} />,
  },
  ...names,
  permissionIds: {
    ...treeField(undefined),
    isShown: ({ customerTypeId }: FormValues) => customerTypeId !== "",
    render: (control: FieldControl) => renderTree(control, String(control.values.customerTypeId)),
  },
} as const;

/** A role of the own company: its type bounds what it may do. */
export function AddRoleDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDialog
      kind="drawer"
      title={t("rights.addRoleTitle")}
      endpoint={endpoints.role.add}
      schema={addSchema}
      fields={addFields}
      initial={{ permissionIds: [] }}
      submitText={t("rights.addRole")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}

interface EditProps {
  readonly role: RoleDetail;
  readonly onClose: () => void;
}

export function EditRoleDialog({ role, onClose }: EditProps) {
  const { t } = useTranslation();
  const { roleId, revision, customerTypeId } = role;
  return (
    <FormDialog
      kind="drawer"
      title={t("rights.editOf", { name: role.name })}
      endpoint={endpoints.role.update}
      schema={updateSchema}
      fields={{ ...names, permissionIds: treeField(customerTypeId) }}
      initial={role}
      fixed={{ roleId, revision }}
      submitText={t("rights.save")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
