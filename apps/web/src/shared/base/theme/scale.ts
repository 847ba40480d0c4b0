const COLUMNS = 192;
const NARROW_ROOT_PX = 10;
const DEBOUNCE_MS = 300;

export type PageLayout = "main" | "narrow";

/**
 * Root font of a page in px (R9.3, R1.16). Pages of the main layout are at least `minimumWidth` wide; the others follow
 * the window down to 360 px.
 */
export function rootFontPx(width: number, { layout, minimumWidth }: Scale): number {
  if (width >= minimumWidth) return width / COLUMNS;
  return layout === "main" ? minimumWidth / COLUMNS : NARROW_ROOT_PX;
}

interface Scale {
  readonly layout: PageLayout;
  /** px, from the configuration. */
  readonly minimumWidth: number;
}

let scale: Scale = { layout: "narrow", minimumWidth: 0 };

function apply(): void {
  document.documentElement.style.fontSize = `${rootFontPx(window.innerWidth, scale)}px`;
}

export function setPageLayout(layout: PageLayout): void {
  scale = { ...scale, layout };
  apply();
}

export function setMinimumWidth(minimumWidth: number): void {
  if (minimumWidth === scale.minimumWidth) return;
  scale = { ...scale, minimumWidth };
  document.documentElement.style.setProperty("--minimum-width", `${minimumWidth}px`);
  apply();
}

/** Follows the width of the window, once it rests (R9.3). */
export function startScale(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(apply, DEBOUNCE_MS);
  });
}
