import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/sharing.settings";
import type { PlantPart, StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { Control } from "../../shared/ui/form/control.ts";
import { TickList } from "../../shared/ui/form/tick-list.tsx";

const parts: readonly PlantPart[] = ["energy", "earnings", "layout", "devices", "alarms", "contacts"];

/** What opening the plant shows first, and what its participants see (R6.7). */
export function SettingsDialog({ plant, onClose }: { plant: StationDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { stationId, jump, jumpAddress, participantSees, participantsOperate } = plant;
  const fields = {
    jump: {
      labelKey: "plantSettings.jump",
      sayChoice: (choice: string) => t(`plantSettings.jumpTo.${choice as StationDetail["jump"]}`),
    },
    jumpAddress: { labelKey: "plantSettings.jumpAddress", hintKey: "plantSettings.jumpAddressHint" },
    participantSees: {
      labelKey: "plantSettings.sees",
      render: (control: Control) => (
        <TickList
          {...control}
          label={t("plantSettings.sees")}
          options={parts.map((part) => ({ value: part, text: t(`plantSettings.part.${part}`) }))}
        />
      ),
    },
    participantsOperate: {
      labelKey: "plantSettings.operate",
      hintKey: "plantSettings.operateHint",
    },
  } as const;
  return (
    <FormDialog
      title={t("plantSettings.title", { name: plant.name })}
      endpoint={endpoints.sharing.settings}
      schema={schema}
      fields={fields}
      initial={{
        jump,
        jumpAddress: jumpAddress ?? undefined,
        participantSees: participantSees ?? [],
        participantsOperate: participantsOperate ?? true,
      }}
      fixed={{ stationId }}
      submitText={t("plantSettings.submit")}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
