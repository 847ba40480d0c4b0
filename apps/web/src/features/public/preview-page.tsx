import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { PublicLayout } from "../../shared/ui/layout/public-layout.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { readPreviewAddress } from "./preview-address.ts";
import { usePictureView } from "./use-picture-view.ts";
import "./preview.css";

/** One picture of this server, large (R2.16). */
export function PreviewPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const img = params.get("img");
  const address = useMemo(() => readPreviewAddress(img, document.baseURI), [img]);
  const [failedSrc, setFailedSrc] = useState<string>();
  return (
    <PublicLayout>
      <h1 className="visually-hidden">{t("title.preview")}</h1>
      {"refusal" in address && (
        <EmptyState
          icon="warning"
          title={t("preview.refused")}
          text={t(`preview.refusal.${address.refusal}`)}
        />
      )}
      {"src" in address && failedSrc === address.src && (
        <EmptyState icon="warning" title={t("preview.failed")} text={t("preview.failedText")} />
      )}
      {"src" in address && failedSrc !== address.src && (
        <Picture key={address.src} src={address.src} onFailed={() => setFailedSrc(address.src)} />
      )}
    </PublicLayout>
  );
}

function Picture({ src, onFailed }: { src: string; onFailed: () => void }) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const { view, zoomIn, zoomOut, fit, handlers } = usePictureView(stage, picture);
  return (
    <div className="preview">
      <div
        ref={stage}
        className="preview-stage"
        role="application"
        aria-label={t("preview.stage")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves and zooms what is in it
        tabIndex={0}
        {...handlers}
      >
        <img
          ref={picture}
          src={src}
          alt={t("title.preview")}
          referrerPolicy="no-referrer"
          decoding="async"
          draggable={false}
          onError={onFailed}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
      </div>
      <div className="preview-tools">
        <button type="button" className="button" onClick={zoomOut} disabled={view.scale === 1}>
          {t("preview.zoomOut")}
        </button>
        <button type="button" className="button" onClick={fit} disabled={view.scale === 1}>
          {t("preview.fit")}
        </button>
        <button type="button" className="button" onClick={zoomIn}>
          {t("preview.zoomIn")}
        </button>
      </div>
      <p className="preview-help">{t("preview.help")}</p>
    </div>
  );
}
