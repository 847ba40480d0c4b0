/** Pages of the main layout are at least this wide; the others follow the window down to 360 px (R1.16). */
export const MIN_WIDTH = 1520;
const COLUMNS = 192;
const NARROW_ROOT_PX = 10;
const DEBOUNCE_MS = 300;

export type PageLayout = "main" | "narrow";

/** Root font of a page in px (R9.3, R1.16). */
export function rootFontPx(width: number, layout: PageLayout): number {
  if (width >= MIN_WIDTH) return width / COLUMNS;
  return layout === "main" ? MIN_WIDTH / COLUMNS : NARROW_ROOT_PX;
}

let layout: PageLayout = "narrow";

function apply(): void {
  document.documentElement.style.fontSize = `${rootFontPx(window.innerWidth, layout)}px`;
}

export function setPageLayout(next: PageLayout): void {
  layout = next;
  apply();
}

export function startScale(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(apply, DEBOUNCE_MS);
  });
  apply();
}
