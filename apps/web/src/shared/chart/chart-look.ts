import { readToken } from "../theme/read-token.ts";

/** Colours and sizes of a drawing, read from the page's tokens. */
export interface ChartLook {
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
}

export function readLook(): ChartLook {
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
  };
}

/** What every drawing's tooltip has in common: text on the canvas, so that no style is written into the page. */
export function tooltipLook(look: ChartLook) {
  return {
    renderMode: "richText" as const,
    backgroundColor: look.raised,
    borderColor: look.line,
    borderWidth: 1,
    padding: [look.rem, look.rem * 1.2],
    transitionDuration: 0,
    textStyle: {
      color: look.text,
      fontSize: look.fontSize,
      fontFamily: look.fontFamily,
      lineHeight: look.fontSize * 1.6,
      rich: {
        head: { color: look.text2, fontSize: look.fontSize, lineHeight: look.fontSize * 1.8 },
        value: { color: look.text, fontWeight: 600, fontSize: look.fontSize },
        name: { color: look.text2, fontSize: look.fontSize },
      },
    },
  };
}

export function axisLabelLook(look: ChartLook) {
  return { color: look.text3, fontSize: look.fontSize, fontFamily: look.fontFamily };
}
