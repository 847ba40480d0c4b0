import { useTranslation } from "react-i18next";
import type { ViewStore } from "../../shared/roof/view-store.ts";

const FACTOR = 1.5;

const icons = {
  zoomIn: "M12 5v14M5 12h14",
  zoomOut: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  lasso: "M12 5c5 0 8 2 8 5s-3 5-8 5-8-2-8-5 3-5 8-5M7 14.500c-1 2 0 4 2 5",
  fullScreen: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
} as const;

interface ZoomButtonsProps {
  readonly store: ViewStore;
  readonly isLasso: boolean;
  readonly onLasso: () => void;
  readonly onFullScreen: () => void;
}

/** What pointer and keys do on the roof, as buttons. */
export function ZoomButtons({ store, isLasso, onLasso, onFullScreen }: ZoomButtonsProps) {
  const { t } = useTranslation();
  const zoom = (factor: number) => () => {
    const view = store.read();
    store.move({ ...view, scale: view.scale * factor });
  };
  const button = (icon: keyof typeof icons, act: () => void, isPressed?: boolean) => (
    <button
      type="button"
      className="button"
      data-shape="square"
      aria-label={t(`layout.tool.${icon}`)}
      title={t(`layout.tool.${icon}`)}
      {...(isPressed !== undefined && { "aria-pressed": isPressed })}
      onClick={act}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={icons[icon]} />
      </svg>
    </button>
  );
  return (
    <div className="roof-tools">
      {button("zoomIn", zoom(FACTOR))}
      {button("zoomOut", zoom(1 / FACTOR))}
      {button("fit", store.fit)}
      {button("lasso", onLasso, isLasso)}
      {button("fullScreen", onFullScreen)}
    </div>
  );
}
