import { endpoints } from "virtual:endpoints";
import { schema as publishSchema } from "virtual:form/firmware.publish";
import { schema as updateSchema } from "virtual:form/firmware.update";
import type { DeviceType, Firmware, FirmwarePermission } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { dropPath } from "../../../shared/api/queries.ts";
import { useCan } from "../../../shared/auth/allowed.tsx";
import { FormDialog } from "../../../shared/form/form-dialog.tsx";
import type { FormSchema } from "../../../shared/form/schema.ts";
import type { Control } from "../../../shared/ui/form/control.ts";
import { SignatureField } from "./signature-field.tsx";
import type { Uploaded } from "./use-upload.ts";

/** Permission and release notes, which both forms have. */
function useSharedFields() {
  const { t } = useTranslation();
  return {
    permission: {
      labelKey: "firmware.column.permission",
      hintKey: "firmware.permissionHint",
      isWide: true,
      sayChoice: (choice: string) => t(`firmware.permissions.${choice as FirmwarePermission}`),
    },
    releaseNotes: { labelKey: "firmware.releaseNotes", isMultiline: true, isWide: true },
  } as const;
}

/** Without the choice of what the session may not see. */
function withoutInternal(schema: FormSchema): FormSchema {
  const fields = schema.fields.map((field) =>
    field.path === "permission" && field.kind === "choice"
      ? { ...field, choices: field.choices.filter((choice) => choice !== "internal") }
      : field,
  );
  return { ...schema, fields };
}

/** What an uploaded file is, before it is published. */
export function PublishForm({ uploaded, onClose }: { uploaded: Uploaded; onClose: () => void }) {
  const { t } = useTranslation();
  const canInternal = useCan("firmware:internal") === true;
  const { fileId, name, type, version, signature } = uploaded;
  const fields = {
    type: {
      labelKey: "firmware.column.type",
      sayChoice: (choice: string) => t(`deviceKind.${choice as DeviceType}`),
    },
    version: { labelKey: "firmware.column.version" },
    signature: {
      labelKey: "firmware.signature",
      hintKey: "firmware.signatureHint",
      isWide: true,
      render: (control: Control) => <SignatureField {...control} />,
    },
    ...useSharedFields(),
  } as const;
  return (
    <FormDialog
      title={t("firmware.publishTitle", { name })}
      endpoint={endpoints.firmware.publish}
      schema={canInternal ? publishSchema : withoutInternal(publishSchema)}
      fields={fields}
      initial={{ type, version, signature, permission: "external", releaseNotes: "" }}
      fixed={{ fileId }}
      submitText={t("firmware.publish")}
      isPaired
      onClose={onClose}
      onDone={onClose}
    />
  );
}

/** Release notes and permission of a published firmware. */
export function EditForm({ row, onClose }: { row: Firmware; onClose: () => void }) {
  const { t } = useTranslation();
  const canInternal = useCan("firmware:internal") === true;
  const fields = useSharedFields();
  // Someone else may have changed it: what is on screen afterwards is what the server has.
  function leave(): void {
    void dropPath(endpoints.firmware.list.path);
    onClose();
  }
  const { firmwareId, revision, permission, releaseNotes } = row;
  return (
    <FormDialog
      title={t("firmware.editTitle", { name: row.name })}
      endpoint={endpoints.firmware.update}
      schema={canInternal ? updateSchema : withoutInternal(updateSchema)}
      fields={fields}
      initial={{ permission, releaseNotes }}
      fixed={{ firmwareId, revision }}
      submitText={t("firmware.save")}
      onClose={leave}
      onDone={onClose}
    />
  );
}
