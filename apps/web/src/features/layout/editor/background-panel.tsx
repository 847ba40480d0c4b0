import { endpoints } from "virtual:endpoints";
import type { LayoutBackground } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../shared/api/api-error.ts";
import { sentenceOf } from "../../../shared/api/shown-refusals.ts";
import type { Bounds } from "../../../shared/roof/bounds.ts";
import { FileButton } from "../../../shared/ui/form/file-button.tsx";
import { scaleBetween } from "./background-scale.ts";
import { NumberField } from "./number-field.tsx";
import { placeBehind, sendPicture } from "./send-picture.ts";

type Point = readonly [x: number, y: number];

interface BackgroundPanelProps {
  readonly stationId: string;
  /** Absent without a photograph. */
  readonly background: LayoutBackground | undefined;
  /** Of all groups. */
  readonly box: Bounds;
  /** Points chosen to set the scale; undefined while none are asked for. */
  readonly points: readonly Point[] | undefined;
  readonly onPoints: (points: readonly Point[] | undefined) => void;
  readonly onChange: (background: LayoutBackground | undefined) => void;
}

const FAR_M = 100_000;
const MAX_SIDE_M = 20_000;
const contentTypes = endpoints.layout.uploadPicture.upload?.contentTypes ?? [];

/** The photograph under the modules: added, placed by numbers, scaled by two points, seen through, removed. */
export function BackgroundPanel(props: BackgroundPanelProps) {
  const { background, points, onPoints, onChange } = props;
  const { t } = useTranslation();
  return (
    <section className="editor-background" aria-label={t("layoutEditor.background.title")}>
      <h2>{t("layoutEditor.background.title")}</h2>
      {background === undefined && <p className="note">{t("layoutEditor.background.hint")}</p>}
      <AddPicture {...props} />
      {background !== undefined && (
        <>
          <BackgroundFields background={background} onChange={onChange} />
          {points === undefined ? (
            <div className="editor-actions">
              <button type="button" className="button" onClick={() => onPoints([])}>
                {t("layoutEditor.background.scale")}
              </button>
              <button type="button" className="button" onClick={() => onChange(undefined)}>
                {t("layoutEditor.background.remove")}
              </button>
            </div>
          ) : (
            <ScaleByPoints {...props} background={background} points={points} />
          )}
        </>
      )}
    </section>
  );
}

function AddPicture({ stationId, background, box, onChange }: BackgroundPanelProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function add(file: File): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    try {
      const sent = await sendPicture(stationId, file);
      if (sent !== undefined) onChange(placeBehind(sent, box));
    } catch (error) {
      // The browser says no more than that it cannot decode the file.
      setRefusal(error instanceof ApiError ? sentenceOf(error) : t("layoutEditor.background.unreadable"));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <FileButton
        accept={contentTypes}
        isBusy={isBusy}
        isRefused={refusal !== undefined}
        onFile={(file) => void add(file)}
      >
        {t(background === undefined ? "layoutEditor.background.add" : "layoutEditor.background.replace")}
      </FileButton>
      {refusal !== undefined && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}

interface FieldsProps {
  readonly background: LayoutBackground;
  readonly onChange: (background: LayoutBackground) => void;
}

function BackgroundFields({ background, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const [opacity, setOpacity] = useState<number>();
  const set = (fields: Partial<LayoutBackground>): void => onChange({ ...background, ...fields });
  // One step of undo for each move of the slider.
  const commit = (): void => {
    if (opacity !== undefined && opacity !== background.opacity) set({ opacity });
    setOpacity(undefined);
  };
  const ratio = background.heightM / background.widthM;
  const field = (name: "xM" | "yM" | "rotationDeg", min: number, max: number) => (
    <NumberField
      label={t(`layoutEditor.field.${name}`)}
      value={background[name]}
      min={min}
      max={max}
      onChange={(value) => value !== null && set({ [name]: value })}
    />
  );
  return (
    <div className="editor-fields">
      <label className="editor-opacity">
        {t("layoutEditor.background.opacity")}
        <input
          type="range"
          min={0.05}
          max={1}
          step={0.05}
          value={opacity ?? background.opacity}
          onChange={({ target }) => setOpacity(target.valueAsNumber)}
          onPointerUp={commit}
          onKeyUp={commit}
          onBlur={commit}
        />
      </label>
      {field("xM", -FAR_M, FAR_M)}
      {field("yM", -FAR_M, FAR_M)}
      <NumberField
        label={t("layoutEditor.background.width")}
        value={background.widthM}
        min={0.1 / Math.min(ratio, 1)}
        max={MAX_SIDE_M / Math.max(ratio, 1)}
        onChange={(value) =>
          value !== null && set({ widthM: value, heightM: Math.round(value * ratio * 1000) / 1000 })
        }
      />
      {field("rotationDeg", -360, 360)}
    </div>
  );
}

interface ScaleProps extends Pick<BackgroundPanelProps, "onPoints" | "onChange"> {
  readonly background: LayoutBackground;
  readonly points: readonly Point[];
}

function ScaleByPoints({ background, points, onPoints, onChange }: ScaleProps) {
  const { t } = useTranslation();
  const [from, to] = points;
  const isTooNear =
    from !== undefined && to !== undefined && Math.hypot(to[0] - from[0], to[1] - from[1]) < 1e-3;
  return (
    <>
      <p role="status">
        {t(`layoutEditor.background.${to === undefined || isTooNear ? "choosePoints" : "enterDistance"}`, {
          count: points.length,
        })}
      </p>
      {from !== undefined && to !== undefined && !isTooNear && (
        <NumberField
          label={t("layoutEditor.background.distance")}
          value={null}
          min={0.01}
          max={MAX_SIDE_M}
          onChange={(value) => {
            if (value === null) return;
            onChange(scaleBetween(background, [from, to], value));
            onPoints(undefined);
          }}
        />
      )}
      <button type="button" className="button" onClick={() => onPoints(undefined)}>
        {t("action.cancel")}
      </button>
    </>
  );
}
