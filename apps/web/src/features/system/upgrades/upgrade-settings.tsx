import { endpoints } from "virtual:endpoints";
import type { Device, DeviceType, Firmware } from "@heliograph/contract";
import { DEFAULT_WAVES, DEFAULT_WINDOW } from "@heliograph/contract/upgrade-limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../../../shared/api/api-error.ts";
import { queryOf, useChange } from "../../../shared/api/queries.ts";
import { sentenceOf } from "../../../shared/api/shown-refusals.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Field } from "../../../shared/ui/form/field.tsx";
import { Refusals } from "../../../shared/ui/status/refusal-list.tsx";
import { checkUpgrade, readCount } from "./check-upgrade.ts";
import { upgradesPath } from "./upgrades-tab.tsx";

type CountName = keyof typeof DEFAULT_WAVES;
type When = "night" | "always";

const countNames = ["firstWave", "waveSize", "maxFailures"] as const satisfies readonly CountName[];

interface UpgradeSettingsProps {
  readonly type: DeviceType;
  readonly devices: readonly Device[];
}

/** The firmware for the selected devices, and when and in which waves they are upgraded. */
export function UpgradeSettings({ type, devices }: UpgradeSettingsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const navigate = useNavigate();
  const query = { type, pageSize: 200, sort: "version", order: "desc" } as const;
  const list = useQuery(queryOf(endpoints.firmware.list, query));
  const [firmwareId, setFirmwareId] = useState("");
  const [when, setWhen] = useState<When>("night");
  const [counts, setCounts] = useState<Record<CountName, string>>({
    firstWave: String(DEFAULT_WAVES.firstWave),
    waveSize: String(DEFAULT_WAVES.waveSize),
    maxFailures: String(DEFAULT_WAVES.maxFailures),
  });
  const [checksYield, setChecksYield] = useState(true);
  const [isChecked, setIsChecked] = useState(false);
  const add = useChange(endpoints.upgrade.add, { refusalIn: "form" });
  const firmware: Firmware | undefined = list.data?.rows.find((row) => row.firmwareId === firmwareId);
  const problems = checkUpgrade({ type, devices, firmware }, t);
  const shown = isChecked ? problems : {};
  const refusal = add.error instanceof ApiError ? sentenceOf(add.error) : undefined;

  async function start(): Promise<void> {
    setIsChecked(true);
    add.reset();
    const numbers = countNames.map((name) => readCount(counts[name], tag));
    if (Object.keys(problems).length > 0 || numbers.includes(undefined)) return;
    const [firstWave, waveSize, maxFailures] = numbers;
    const hours = when === "night" ? DEFAULT_WINDOW : undefined;
    try {
      const { campaignId } = await add.mutateAsync({
        type,
        deviceIds: devices.map(({ deviceId }) => deviceId),
        firmwareId,
        ...(firstWave !== undefined && { firstWave }),
        ...(waveSize !== undefined && { waveSize }),
        ...(maxFailures !== undefined && { maxFailures }),
        checksYield,
        windowFromHour: hours?.fromHour ?? null,
        windowToHour: hours?.toHour ?? null,
      });
      await navigate(`${upgradesPath}/${campaignId}`);
    } catch (error) {
      // Shown below the fields.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return (
    <section className="card upgrade-card" aria-label={t("upgrades.settings")}>
      <h2>{t("upgrades.settings")}</h2>
      <p>{t("upgrades.selected", { count: devices.length })}</p>
      <Refusals sentences={[shown.devices, shown.type].flatMap((sentence) => sentence ?? [])} />
      <div className="upgrade-fields">
        <Field
          label={t("upgrades.firmware")}
          isNeeded
          {...(shown.firmware !== undefined && { refusal: shown.firmware })}
          {...(list.data?.rows.length === 0 && { hint: t("upgrades.noFirmwareListed") })}
        >
          {(attributes) => (
            <select
              {...attributes}
              className="input"
              value={firmwareId}
              onChange={({ target }) => setFirmwareId(target.value)}
            >
              <option value="">{t("upgrades.selectFirmware")}</option>
              {list.data?.rows.map((row) => (
                <option key={row.firmwareId} value={row.firmwareId}>
                  {row.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t("upgrades.whenLabel")}>
          {(attributes) => (
            <select
              {...attributes}
              className="input"
              value={when}
              onChange={({ target }) => setWhen(target.value as When)}
            >
              <option value="night">{t("upgrades.atNight")}</option>
              <option value="always">{t("upgrades.always")}</option>
            </select>
          )}
        </Field>
        {countNames.map((name) => (
          <Field
            key={name}
            label={t(`upgrades.${name}`)}
            {...(name === "waveSize" && { hint: t("upgrades.waveHint") })}
            {...(isChecked &&
              readCount(counts[name], tag) === undefined && { refusal: t("upgrades.wrongNumber") })}
          >
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                inputMode="numeric"
                value={counts[name]}
                onChange={({ target }) => setCounts({ ...counts, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="field">
        <label className="check">
          <input
            type="checkbox"
            checked={checksYield}
            onChange={({ target }) => setChecksYield(target.checked)}
          />
          <span>{t("upgrades.yield.check")}</span>
        </label>
        <span className="hint">{t("upgrades.yield.hint")}</span>
      </div>
      <Refusals sentences={refusal === undefined ? [] : [refusal]} />
      <div className="upgrade-actions">
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={add.isPending}
          onClick={() => void start()}
        >
          {t("upgrades.start")}
        </button>
        <Link className="button" to={upgradesPath}>
          {t("upgrades.back")}
        </Link>
      </div>
    </section>
  );
}
