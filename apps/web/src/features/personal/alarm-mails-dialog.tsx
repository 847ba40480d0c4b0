import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/notification.update";
import type { AlarmMailSettings, DataOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatHour } from "../../shared/base/format/times.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { FormValues } from "../../shared/form/values.ts";
import type { Control } from "../../shared/ui/form/control.ts";
import { NumberSelect } from "../../shared/ui/form/number-select.tsx";
import { PlantsPick } from "../../shared/ui/form/pick/picks.tsx";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const isOn = ({ isOn }: FormValues): boolean => isOn === true;
const hasQuiet = (values: FormValues): boolean => isOn(values) && values.quietFrom !== "";

interface AlarmMailsDialogProps {
  readonly settings: DataOf<typeof endpoints.notification.get>;
  readonly onClose: () => void;
}

/** The alarm mails of the account; the zone of its quiet hours and daily mail becomes that of the browser. */
export function AlarmMailsDialog({ settings, onClose }: AlarmMailsDialogProps) {
  const { t } = useTranslation();
  const plants = settings.chosenPlants.map(({ stationId, stationName }) => ({
    value: stationId,
    label: stationName,
  }));
  const renderHour = (control: Control) => (
    <NumberSelect {...control} numbers={HOURS} say={formatHour} none={t("alarmMails.quietNone")} />
  );
  return (
    <FormDialog
      title={t("alarmMails.title")}
      endpoint={endpoints.notification.update}
      schema={schema}
      initial={{ ...settings, stationIds: plants.map(({ value }) => value) }}
      fixed={{ timeZone: viewerZone }}
      isPaired
      fields={{
        isOn: { labelKey: "alarmMails.isOn", isWide: true },
        plants: {
          labelKey: "alarmMails.plants",
          isShown: isOn,
          isWide: true,
          sayChoice: (choice) => t(`alarmMails.plantsOf.${choice as AlarmMailSettings["plants"]}`),
        },
        stationIds: {
          labelKey: "alarmMails.chosen",
          isRequired: true,
          isWide: true,
          isShown: (values) => isOn(values) && values.plants === "chosen",
          render: (control: Control) => <PlantsPick control={control} chosen={plants} />,
        },
        minSeverity: {
          labelKey: "alarmMails.minSeverity",
          isShown: isOn,
          isWide: true,
          sayChoice: (choice) => t(`alarmMails.severities.${choice as AlarmMailSettings["minSeverity"]}`),
        },
        digest: {
          labelKey: "alarmMails.digest",
          isShown: isOn,
          isWide: true,
          sayChoice: (choice) => t(`alarmMails.digests.${choice as AlarmMailSettings["digest"]}`),
        },
        hasRecovery: { labelKey: "alarmMails.hasRecovery", isShown: isOn, isWide: true },
        quietFrom: {
          labelKey: "alarmMails.quietFrom",
          hintKey: "alarmMails.quietHint",
          isShown: isOn,
          render: renderHour,
        },
        quietTo: { labelKey: "alarmMails.quietTo", isShown: isOn, render: renderHour },
        quietZone: {
          labelKey: "alarmMails.quietZone",
          isShown: hasQuiet,
          isWide: true,
          sayChoice: (choice) =>
            choice === "plant" ? t("alarmMails.zonePlant") : t("alarmMails.zoneOwn", { zone: viewerZone }),
        },
        maxPerHour: {
          labelKey: "alarmMails.maxPerHour",
          hintKey: "alarmMails.maxHint",
          isShown: isOn,
          isWide: true,
        },
      }}
      submitText={t("own.save")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
