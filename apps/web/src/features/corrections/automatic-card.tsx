import { endpoints } from "virtual:endpoints";
import type { DataOf, StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";

export type CorrectionSettings = DataOf<typeof endpoints.correction.settings>;

interface AutomaticCardProps {
  readonly plant: StationDetail;
  readonly settings: CorrectionSettings;
}

/** The switch of the automatic correction; each change is confirmed (R4.12). */
export function AutomaticCard({ plant, settings }: AutomaticCardProps) {
  const { t } = useTranslation();
  const { stationId, name } = plant;
  const { isAutomatic, reference, mayChange } = settings;
  const { mutate, isPending } = useChange(endpoints.correction.switch);

  async function toggle(): Promise<void> {
    const next = isAutomatic ? "off" : "on";
    const result = await askConfirm({
      title: t(`corrections.automatic.${next}Title`),
      text: t(`corrections.automatic.${next}Text`, { name }),
      confirmText: t(`corrections.automatic.${next}Confirm`),
    });
    if (result === "confirm") mutate({ stationId, isAutomatic: !isAutomatic });
  }

  return (
    <section className="card" aria-label={t("corrections.automatic.title")}>
      <div className="card-head">
        <h2>{t("corrections.automatic.title")}</h2>
      </div>
      <label className="automatic">
        <input
          type="checkbox"
          role="switch"
          checked={isAutomatic}
          aria-checked={isAutomatic}
          aria-label={t("corrections.automatic.title")}
          disabled={!mayChange || isPending}
          {...(!mayChange && { title: t("corrections.mayNot") })}
          onChange={() => void toggle()}
        />
        <span>
          <strong>{t(isAutomatic ? "corrections.automatic.on" : "corrections.automatic.off")}</strong>
          <small>{t(`corrections.automatic.${reference}`)}</small>
        </span>
      </label>
    </section>
  );
}
