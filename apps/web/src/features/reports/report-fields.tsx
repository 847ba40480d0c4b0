import type { ReportKind } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { languages } from "../../shared/base/i18n/language.ts";
import type { FieldControl } from "../../shared/form/layout.ts";
import { PlantsPick } from "../../shared/ui/form/pick/picks.tsx";
import { TagInput } from "./tag-input.tsx";

/** Fields of a report and of its schedule. */
export const outputFields = (t: TFunction) =>
  ({
    kind: {
      labelKey: "reports.kind",
      sayChoice: (choice: string) => t(`reports.kinds.${choice as ReportKind}`),
    },
    format: {
      labelKey: "reports.format",
      sayChoice: (choice: string) => t(choice === "pdf" ? "reports.pdf" : "export.xlsx"),
    },
    language: {
      labelKey: "reports.language",
      sayChoice: (choice: string) => languages.find(({ id }) => id === choice)?.name ?? choice,
    },
  }) as const;

/** Plants of a report of several. */
export const plantFields = (isChosen: boolean, onChosen: (isChosen: boolean) => void) =>
  ({
    tag: {
      labelKey: "reports.plants",
      render: (control: FieldControl) => (
        <TagInput control={control} isChosen={isChosen} onChosen={onChosen} />
      ),
    },
    stationIds: {
      labelKey: "reports.chosen",
      isRequired: true,
      isShown: () => isChosen,
      render: (control: FieldControl) => <PlantsPick control={control} chosen={[]} />,
    },
  }) as const;
