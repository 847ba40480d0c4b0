import { useTranslation } from "react-i18next";

const stages = ["fileTitle", "columnsTitle", "resultTitle"] as const;

/** The way from a file to the result of its rows; `now` counts from 0. */
export function ImportStages({ now }: { readonly now: number }) {
  const { t } = useTranslation();
  return (
    <ol className="import-stages" aria-label={t("deviceImport.stages")}>
      {stages.map((stage, index) => (
        <li key={stage} data-done={index < now} aria-current={index === now ? "step" : undefined}>
          <span aria-hidden="true">{index + 1}</span>
          {t(`deviceImport.${stage}`)}
        </li>
      ))}
    </ol>
  );
}
