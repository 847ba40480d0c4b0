import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/station.changeTags";
import type { BodyInputOf, DataOf, PlantTagResult, StationRow } from "@heliograph/contract";
import { MAX_TAGGED_PLANTS } from "@heliograph/contract/plant-tag-limits";
import { useTranslation } from "react-i18next";
import { useChange } from "../../../shared/api/queries.ts";
import type { MessageKey } from "../../../shared/base/i18n/i18n.ts";
import { toast } from "../../../shared/base/toast.ts";
import { FormDialog } from "../../../shared/form/form-dialog.tsx";
import type { FieldControl } from "../../../shared/form/layout.ts";
import type { FormValues } from "../../../shared/form/values.ts";
import { TickList } from "../../../shared/ui/form/tick-list.tsx";
import type { PlantsDialogProps } from "./outcome-dialog.tsx";
import { TagsInput } from "./tags-input.tsx";

type ChangeTags = typeof endpoints.station.changeTags;

const isEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length === 0;
const findConflicts = ({ add, remove }: FormValues): Readonly<Record<string, MessageKey>> =>
  isEmpty(add) && isEmpty(remove) ? { add: "plantList.tagsNeeded" } : {};
const isDone = (result: PlantTagResult | "notFound"): boolean => result === "done" || result === "unchanged";
const listTags = (plants: readonly StationRow[]): string[] => [
  ...new Set(plants.flatMap(({ tags }) => tags)),
];

/** Adds tags to the chosen plants, and removes some of theirs. */
export function TagsDialog({ plants, onDone, onClose }: PlantsDialogProps) {
  const { t } = useTranslation();
  const change = useChange(endpoints.station.changeTags, { refusalIn: "form" });
  const ids = plants.map(({ stationId }) => stationId);
  const present = listTags(plants);
  const title = t("plantList.tagsTitle", { count: plants.length });
  const remove = {
    labelKey: "plantList.removeTags",
    hintKey: "plantList.removeTagsHint",
    render: (control: FieldControl) => (
      <TickList
        {...control}
        label={t("plantList.removeTags")}
        options={present.map((tag) => ({ value: tag, text: tag }))}
      />
    ),
  } as const;
  const fields = {
    add: {
      labelKey: "plantList.addTags",
      hintKey: "plantList.addTagsHint",
      render: (control: FieldControl) => <TagsInput control={control} />,
    },
    ...(present.length > 0 && { remove }),
  } as const;

  async function send({ add, remove: removed }: BodyInputOf<ChangeTags>): Promise<DataOf<ChangeTags>> {
    const rows: DataOf<ChangeTags>["rows"] = [];
    for (let from = 0; from < ids.length; from += MAX_TAGGED_PLANTS) {
      const stationIds = ids.slice(from, from + MAX_TAGGED_PLANTS);
      rows.push(...(await change.mutateAsync({ stationIds, add, remove: removed })).rows);
    }
    return { rows };
  }

  function finish(data: DataOf<ChangeTags>): void {
    const results = new Map(data.rows.map(({ stationId, result }) => [stationId, result]));
    const rows = plants.map((plant) => {
      // A plant without a result is no longer visible.
      const result = results.get(plant.stationId) ?? "notFound";
      return { plant, isDone: isDone(result), text: t(`plantList.tagResult.${result}`) };
    });
    const isWhole = rows.every((row) => row.isDone);
    if (isWhole) toast("success", t("plantList.tagsDone", { count: rows.length }));
    onDone(isWhole ? undefined : { title, rows });
  }

  return (
    <FormDialog
      title={title}
      endpoint={endpoints.station.changeTags}
      schema={schema}
      fields={fields}
      initial={{ add: [], remove: [] }}
      fixed={{ stationIds: ids.slice(0, MAX_TAGGED_PLANTS) }}
      findConflicts={findConflicts}
      send={send}
      submitText={t("plantList.saveTags")}
      onDone={finish}
      onClose={onClose}
    />
  );
}
