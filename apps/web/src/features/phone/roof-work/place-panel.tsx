import type { PlaceableUnit } from "@heliograph/contract";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { cleanSn } from "../../../shared/device/registration-code.ts";
import { canScan, ScanLabel } from "../../../shared/device/scan-label.tsx";
import { Form } from "../../../shared/form/form.tsx";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Field } from "../../../shared/ui/form/field.tsx";
import { NoScanNote } from "../no-scan-note.tsx";
import { phoneFieldAddress } from "../phone-addresses.ts";

/** Units offered at a time: typing finds the others. */
const OFFERED = 6;

interface PlacePanelProps {
  readonly stationId: string;
  /** Where the module is. */
  readonly name: string;
  /** Name of its unit. */
  readonly unitName: string | undefined;
  readonly units: readonly PlaceableUnit[];
  /** Units without a place. */
  readonly unplaced: readonly PlaceableUnit[];
  /** Goes to another module by a number of modules. */
  readonly onStep: (by: number) => void;
  /** Null takes the unit away. */
  readonly onAssign: (unit: number | null) => void;
}

/** The selected module, and the unit that it gets: from its label, typed, or from those without a place. */
export function PlacePanel(props: PlacePanelProps) {
  const { stationId, name, unitName, units, unplaced, onStep, onAssign } = props;
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const assignButton = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState("");
  /** What was looked for and is not in the plant; empty when nothing was typed. */
  const [missing, setMissing] = useState<string>();
  // The sentence moves the buttons down, where the foot would cover them.
  useEffect(() => {
    if (missing !== undefined) assignButton.current?.scrollIntoView({ block: "nearest" });
  }, [missing]);
  const word = cleanSn(typed);
  const found = unplaced.filter(
    ({ sn, label }) => sn?.includes(word) === true || label.toUpperCase().includes(word),
  );
  const more = found.length - OFFERED;

  function assignBySn(text: string): void {
    const sn = cleanSn(text);
    const unit = units.find((each) => each.sn === sn);
    if (unit === undefined) {
      setTyped(sn);
      setMissing(sn);
    } else onAssign(unit.key);
  }
  const step = (by: number, icon: "left" | "right", key: "previous" | "next") => (
    <button
      type="button"
      className="button"
      data-kind="quiet"
      data-shape="square"
      aria-label={t(`layoutEditor.phone.${key}`)}
      onClick={() => onStep(by)}
    >
      <Icon name={icon} />
    </button>
  );
  const refusal =
    missing === ""
      ? t("layoutEditor.phone.snNeeded")
      : missing && t("layoutEditor.phone.unknown", { sn: missing });
  return (
    <section className="card phone-card roof-work-place" aria-label={name}>
      <div className="roof-work-head">
        {step(-1, "left", "previous")}
        <span>
          <strong>{name}</strong>
          <small>{unitName ?? t("layoutEditor.phone.noUnit")}</small>
        </span>
        {step(1, "right", "next")}
      </div>
      <Form form={{ element }} className="roof-work-form" onSubmit={() => assignBySn(typed)}>
        <ScanLabel isPrimary={typed === ""} onLabel={({ sn }) => assignBySn(sn)} />
        <NoScanNote />
        <Field label={t("layoutEditor.phone.sn")} {...(refusal !== undefined && { refusal })}>
          {(attributes) => (
            <input
              {...attributes}
              className="input mono"
              value={typed}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => {
                setTyped(target.value);
                setMissing(undefined);
              }}
            />
          )}
        </Field>
        {missing !== undefined && missing !== "" && (
          <Link className="button" to={phoneFieldAddress(stationId)}>
            {t("phoneField.add")}
          </Link>
        )}
        <div className="roof-work-actions">
          {unitName !== undefined && (
            <button type="button" className="button" onClick={() => onAssign(null)}>
              {t("layoutEditor.unassign")}
            </button>
          )}
          <button
            ref={assignButton}
            type="submit"
            className="button"
            data-kind={canScan() && typed === "" ? undefined : "primary"}
          >
            {t("layoutEditor.assign")}
          </button>
        </div>
      </Form>
      <div className="roof-work-units">
        <h2>{t("layoutEditor.unplaced", { count: unplaced.length })}</h2>
        {unplaced.length === 0 && <p className="note">{t("layoutEditor.allPlaced")}</p>}
        <ul>
          {found.slice(0, OFFERED).map(({ key, sn, label, parentSn }) => (
            <li key={key}>
              <button
                type="button"
                className="button"
                aria-label={t("layoutEditor.assignNamed", { name: sn ?? label })}
                onClick={() => onAssign(key)}
              >
                <b>{sn ?? label}</b>
                <small>{[label, parentSn].filter((each) => each && each !== sn).join(" · ")}</small>
              </button>
            </li>
          ))}
        </ul>
        {more > 0 && <p className="note">{t("layoutEditor.phone.more", { count: more })}</p>}
      </div>
    </section>
  );
}
