import { readToken } from "../../base/theme/read-token.ts";

const EMPTY_AXIS_END = 1_000;

/** Colours and sizes of a drawing, read from the page's tokens. */
export interface ChartTheme {
  readonly rem: number;
  readonly fontSize: number;
  readonly fontFamily: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly line: string;
  readonly lineSoft: string;
  readonly surface: string;
  readonly raised: string;
  readonly amber: string;
  readonly amberSoft: string;
  readonly blue: string;
  readonly warning: string;
  readonly normal: string;
  readonly fault: string;
}

export function readChartTheme(): ChartTheme {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    rem,
    fontSize: Math.max(1.2 * rem, 11),
    fontFamily: readToken("--font"),
    text: readToken("--text"),
    text2: readToken("--text-2"),
    text3: readToken("--text-3"),
    line: readToken("--line"),
    lineSoft: readToken("--line-soft"),
    surface: readToken("--surface"),
    raised: readToken("--raised"),
    amber: readToken("--amber"),
    amberSoft: readToken("--amber-soft"),
    blue: readToken("--blue"),
    warning: readToken("--warning"),
    normal: readToken("--normal"),
    fault: readToken("--fault"),
  };
}

/** Tooltip style of all charts: text on the canvas, because the content security policy allows no inline styles. */
export function tooltipStyle(theme: ChartTheme) {
  return {
    renderMode: "richText" as const,
    backgroundColor: theme.raised,
    borderColor: theme.line,
    borderWidth: 1,
    padding: [theme.rem, theme.rem * 1.2],
    transitionDuration: 0,
    textStyle: {
      color: theme.text,
      fontSize: theme.fontSize,
      fontFamily: theme.fontFamily,
      lineHeight: theme.fontSize * 1.6,
      rich: {
        head: { color: theme.text2, fontSize: theme.fontSize, lineHeight: theme.fontSize * 1.8 },
        value: { color: theme.text, fontWeight: 600, fontSize: theme.fontSize },
        name: { color: theme.text2, fontSize: theme.fontSize },
      },
    },
  };
}

/** Width of the longest label of a value axis, "1,000 kWh", inside the card's padding. */
export const valueAxisWidth = (theme: ChartTheme): number => 1.6 * theme.rem + 5.2 * theme.fontSize + 8;

/** An axis from zero; when all values are zero it ends at 1,000 instead of at fractions of one. */
export function valueAxisStyle(theme: ChartTheme, max: number, sayValue: (value: number) => string) {
  return {
    type: "value" as const,
    min: 0,
    ...(max === 0 && { max: EMPTY_AXIS_END }),
    minInterval: 1,
    splitNumber: 4,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { ...axisLabelStyle(theme), formatter: sayValue },
    splitLine: { lineStyle: { color: theme.lineSoft } },
  };
}

export function axisLabelStyle(theme: ChartTheme) {
  return { color: theme.text3, fontSize: theme.fontSize, fontFamily: theme.fontFamily };
}
