import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/sharing.transfer";
import type { MemberRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { Control } from "../../shared/ui/form/control.ts";
import { TickList } from "../../shared/ui/form/tick-list.tsx";

interface TransferDialogProps {
  readonly stationId: string;
  readonly name: string;
  readonly members: readonly MemberRow[];
  readonly onClose: () => void;
}

/** Offers the plant to another owner, with the grants that stay valid (R6.5). */
export function TransferDialog({ stationId, name, members, onClose }: TransferDialogProps) {
  const { t } = useTranslation();
  const grants = members.flatMap(({ grantId, name: who, level }) =>
    grantId === null ? [] : [{ value: grantId, text: `${who} · ${t(`members.level.${level}`)}` }],
  );
  const fields = {
    target: { labelKey: "transfer.target", hintKey: "transfer.text" },
    keepGrantIds: {
      labelKey: "transfer.keep",
      render: (control: Control) =>
        grants.length === 0 ? (
          <p id={control.attributes.id} className="hint">
            {t("transfer.keepNone")}
          </p>
        ) : (
          <TickList {...control} label={t("transfer.keep")} options={grants} />
        ),
    },
  } as const;
  return (
    <FormDialog
      title={t("transfer.title", { name })}
      endpoint={endpoints.sharing.transfer}
      schema={schema}
      fields={fields}
      initial={{ keepGrantIds: grants.map(({ value }) => value) }}
      fixed={{ stationId }}
      submitText={t("transfer.submit")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
