import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/sharing.share";
import type { GrantLevel } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/ui/schema-form/form-dialog.tsx";

interface ShareDialogProps {
  readonly stationId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Invites somebody to the plant (R6.4). */
export function ShareDialog({ stationId, name, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const fields = {
    target: { labelKey: "sharing.target", hintKey: "sharing.targetHint" },
    level: {
      labelKey: "sharing.level",
      hintKey: "sharing.levelHint",
      sayChoice: (level: string) => t(`members.level.${level as GrantLevel}`),
    },
    mayOperate: { labelKey: "sharing.mayOperate", hintKey: "sharing.mayOperateHint" },
    endsAt: { labelKey: "sharing.endsAt", hintKey: "sharing.endsAtHint" },
  } as const;
  return (
    <FormDialog
      title={t("sharing.title", { name })}
      endpoint={endpoints.sharing.share}
      schema={schema}
      fields={fields}
      initial={{ level: "participant" }}
      fixed={{ stationId }}
      submitText={t("sharing.submit")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
