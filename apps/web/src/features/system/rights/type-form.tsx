import { endpoints } from "virtual:endpoints";
import { schema as addSchema } from "virtual:form/customerType.add";
import { schema as updateSchema } from "virtual:form/customerType.update";
import { schema as overrideSchema } from "virtual:form/permission.override";
import type { CustomerTypeDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../shared/form/form-dialog.tsx";
import { names, treeField } from "./role-form.tsx";

export function AddTypeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDialog
      kind="drawer"
      title={t("rights.addTypeTitle")}
      endpoint={endpoints.customerType.add}
      schema={addSchema}
      fields={{ ...names, permissionIds: treeField(undefined) }}
      initial={{ permissionIds: [] }}
      submitText={t("rights.addType")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}

interface TypeProps {
  readonly type: CustomerTypeDetail;
  readonly onClose: () => void;
}

export function EditTypeDialog({ type, onClose }: TypeProps) {
  const { t } = useTranslation();
  const { customerTypeId, revision, isBuiltIn } = type;
  return (
    <FormDialog
      kind="drawer"
      title={t("rights.editOf", { name: type.name })}
      endpoint={endpoints.customerType.update}
      schema={updateSchema}
      fields={{
        ...names,
        name: { ...names.name, isDisabled: isBuiltIn },
        permissionIds: treeField(undefined),
      }}
      initial={type}
      fixed={{ customerTypeId, revision }}
      submitText={t("rights.save")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}

/** R6.3: cannot be undone, so the type's name is typed. */
export function OverrideDialog({ type, onClose }: TypeProps) {
  const { t } = useTranslation();
  const { customerTypeId, revision, name } = type;
  return (
    <FormDialog
      title={t("rights.overrideTitle", { name })}
      endpoint={endpoints.permission.override}
      schema={overrideSchema}
      fields={{ confirmName: { labelKey: "rights.confirmName", hintKey: "rights.overrideText" } }}
      fixed={{ customerTypeId, revision }}
      submitText={t("rights.override")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
