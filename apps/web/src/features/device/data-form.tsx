import { endpoints } from "virtual:endpoints";
import { measuredValues } from "virtual:measured-values";
import type { Device } from "@heliograph/contract";
import { DATA_STEPS_S, MAX_DATA_DAYS, MAX_DATA_DEVICES } from "@heliograph/contract/device-data-limits";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { nameOf } from "../../shared/device/device-name.ts";
import { Field } from "../../shared/ui/form/field.tsx";
import { SearchSelect } from "../../shared/ui/form/pick/search-select.tsx";
import type { Bounds, Preset } from "../../shared/ui/form/range-picker/range.ts";
import { rangeOfPreset } from "../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { TickList } from "../../shared/ui/form/tick-list.tsx";
import type { DataChoice, DataField, DataProblems } from "./data-choice.ts";
import { findDataProblems, RANGE_KINDS } from "./data-choice.ts";
import type { ChosenDevice } from "./use-chosen-devices.ts";

const presets: readonly Preset[] = ["today", "yesterday", "last7", "last30"];

const LIMITS = { devices: MAX_DATA_DEVICES, days: MAX_DATA_DAYS };

type Problem = NonNullable<DataProblems[keyof DataProblems]>;

/** The sentences of problems, with the limits. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation();
  return (problem) => t(problem, LIMITS);
}

interface DataFormProps {
  readonly device: Device;
  readonly chosen: readonly ChosenDevice[];
  /** What is shown now. */
  readonly choice: DataChoice;
  /** Why the choice of the address is not shown. */
  readonly refused: DataProblems;
  readonly bounds: Bounds;
  readonly onShow: (choice: DataChoice) => void;
}

/** Choice of devices, parameters, date and interval; what is missing is said when it is shown (R5.5). */
export function DataForm({ device, chosen, choice, refused, bounds, onShow }: DataFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(choice);
  const [problems, setProblems] = useState(refused);
  const change = (part: Partial<DataChoice>): void => setDraft({ ...draft, ...part });
  const sayProblem = useProblemText();
  const say = (key: Problem | undefined) => key && sayProblem(key);

  function show(): void {
    const found = findDataProblems(draft, device.timeZone);
    setProblems(found);
    if (Object.keys(found).length === 0) onShow(draft);
  }

  return (
    <section className="card" aria-label={t("deviceData.choice")}>
      <div className="data-form">
        <Field
          label={t("deviceData.devices")}
          hint={t("deviceData.limits", LIMITS)}
          refusal={say(problems.devices)}
        >
          {(attributes) => (
            <SearchSelect
              control={{
                attributes,
                value: draft.deviceIds,
                onChange: (deviceIds) => change({ deviceIds: deviceIds as string[] }),
              }}
              endpoint={endpoints.device.list}
              query={{ stationId: device.stationId ?? "" }}
              toOption={toOption}
              chosen={chosen.map((each) => toChosenOption(each, t))}
              isMultiple
            />
          )}
        </Field>
        <Field label={t("deviceData.fields")} refusal={say(problems.fields)}>
          {(attributes) => (
            <TickList
              label={t("deviceData.fields")}
              attributes={attributes}
              value={draft.fields}
              onChange={(fields) => change({ fields: fields as DataField[] })}
              options={measuredValues.map(({ field }) => ({ value: field, text: t(`unit.${field}`) }))}
            />
          )}
        </Field>
        <div className="data-form-row">
          <DateField
            range={draft.range}
            bounds={bounds}
            refusal={say(problems.range)}
            onRange={(range) => change({ range })}
          />
          <Field label={t("deviceData.step")} refusal={say(problems.step)}>
            {(attributes) => (
              <select
                {...attributes}
                className="input"
                value={draft.stepS ?? ""}
                onChange={({ target }) =>
                  change({ stepS: target.value === "" ? undefined : Number(target.value) })
                }
              >
                <option value="">{t("deviceData.automatic")}</option>
                {DATA_STEPS_S.map((stepS) => (
                  <option key={stepS} value={stepS}>
                    {t("deviceData.minutes", { count: stepS / 60 })}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <button type="button" className="button" data-kind="primary" onClick={show}>
            {t("deviceData.show")}
          </button>
        </div>
      </div>
    </section>
  );
}

const toOption = (device: Device) => ({
  value: device.deviceId,
  label: nameOf(device) === device.sn ? device.sn : `${nameOf(device)} · ${device.sn}`,
});

/** A device is named as soon as it is read; its id means nothing to a user. */
function toChosenOption({ deviceId, device, isMissing, isFailed }: ChosenDevice, t: TFunction) {
  if (device !== undefined) return toOption(device);
  if (isMissing) return { value: deviceId, label: t("deviceData.unknownDevice") };
  return { value: deviceId, label: t(isFailed ? "deviceData.failedDevice" : "deviceData.loadingDevice") };
}

interface DateFieldProps {
  readonly range: DataChoice["range"];
  readonly bounds: Bounds;
  readonly refusal: string | undefined;
  readonly onRange: (range: DataChoice["range"]) => void;
}

/** The data date is chosen by a person, so it has no value at first. */
function DateField({ range, bounds, refusal, onRange }: DateFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t("deviceData.date")} {...(refusal !== undefined && { refusal })}>
      {(attributes) =>
        range === undefined ? (
          <select
            {...attributes}
            className="input"
            value=""
            onChange={({ target }) => onRange(rangeOfPreset(target.value as Preset, bounds))}
          >
            <option value="">{t("deviceData.selectDate")}</option>
            {presets.map((preset) => (
              <option key={preset} value={preset}>
                {t(`range.preset.${preset}`)}
              </option>
            ))}
          </select>
        ) : (
          <RangePicker
            {...bounds}
            label={t("deviceData.date")}
            range={range}
            kinds={RANGE_KINDS}
            presets={presets}
            maxDays={MAX_DATA_DAYS}
            onRange={onRange}
          />
        )
      }
    </Field>
  );
}
