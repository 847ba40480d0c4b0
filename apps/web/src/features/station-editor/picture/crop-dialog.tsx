import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import type { Crop } from "./crop.ts";
import { drawPart, MAX_ZOOM, toFile, WHOLE } from "./crop.ts";

interface CropDialogProps {
  readonly picture: ImageBitmap;
  readonly isBusy: boolean;
  readonly refusal: string | undefined;
  readonly onUse: (file: Blob) => void;
  readonly onClose: () => void;
}

const sliders = [
  { name: "zoom", labelKey: "plantEditor.zoom", min: 1, max: MAX_ZOOM },
  { name: "x", labelKey: "plantEditor.horizontal", min: 0, max: 1 },
  { name: "y", labelKey: "plantEditor.vertical", min: 0, max: 1 },
] as const;

/** Selects the part of a picture that is kept. */
export function CropDialog({ picture, isBusy, refusal, onUse, onClose }: CropDialogProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(WHOLE);
  useEffect(() => {
    if (canvas.current !== null) drawPart(canvas.current, picture, crop);
  }, [picture, crop]);

  async function use(): Promise<void> {
    const file = canvas.current && (await toFile(canvas.current));
    if (file) onUse(file);
  }
  return (
    <Dialog title={t("plantEditor.cropTitle")} onClose={onClose}>
      <div className="picture-crop">
        <canvas ref={canvas} />
        {sliders.map(({ name, labelKey, min, max }) => (
          <label key={name}>
            {t(labelKey)}
            <input
              type="range"
              min={min}
              max={max}
              step={0.01}
              value={crop[name]}
              onChange={({ target }) => setCrop({ ...crop, [name]: Number(target.value) })}
            />
          </label>
        ))}
        {refusal !== undefined && (
          <p className="refusal" role="alert">
            {refusal}
          </p>
        )}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t("action.cancel")}
        </button>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={isBusy}
          onClick={() => void use()}
        >
          {t("plantEditor.usePicture")}
        </button>
      </div>
    </Dialog>
  );
}
