import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/sharing.share";
import type { GrantLevel } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { Members } from "./members.ts";

interface ShareDialogProps {
  readonly stationId: string;
  readonly name: string;
  readonly giving: Members["giving"];
  readonly onClose: () => void;
}

/** Invites a user to the plant (R6.4); a member by grant invites participants only, until the grant ends at the latest. */
export function ShareDialog({ stationId, name, giving, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const level = {
    labelKey: "sharing.level",
    hintKey: "sharing.levelHint",
    sayChoice: (code: string) => t(`members.level.${code as GrantLevel}`),
  } as const;
  const endsAtHint = giving.latestEndsAt === null ? "sharing.endsAtHint" : "sharing.endsAtOwnHint";
  const fields = {
    target: { labelKey: "sharing.target", hintKey: "sharing.targetHint" },
    ...(giving.administrators && { level }),
    mayOperate: { labelKey: "sharing.mayOperate", hintKey: "sharing.mayOperateHint" },
    endsAt: { labelKey: "sharing.endsAt", hintKey: endsAtHint },
  } as const;
  return (
    <FormDialog
      title={t("sharing.title", { name })}
      endpoint={endpoints.sharing.share}
      schema={schema}
      fields={fields}
      initial={{ level: "participant" }}
      fixed={{ stationId, ...(!giving.administrators && { level: "participant" }) }}
      submitText={t("sharing.submit")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
