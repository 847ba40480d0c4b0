import type { ChartTheme } from "./chart-theme.ts";
import { tooltipStyle } from "./chart-theme.ts";
import { lineStyleOf, symbolShapes } from "./line-style.ts";

/** What the lines of a chart have at a place. */
export interface LineValues {
  readonly head: string;
  readonly rows: readonly { readonly styleIndex: number; readonly name: string; readonly value: string }[];
}

/**
 * Tooltip of elements instead of text on the canvas, which has one colour: each value is after the mark of its line. The
 * library sets its styles by script, which the content security policy allows.
 */
export const lineTooltipStyle = (theme: ChartTheme) => ({
  ...tooltipStyle(theme),
  renderMode: "html" as const,
  confine: true,
});

/** Builds the content of such a tooltip; names are text, never markup. */
export function buildLineTooltip({ head, rows }: LineValues): HTMLElement {
  const content = element("div", "line-tooltip");
  content.append(element("div", "line-tooltip-head", head));
  for (const { styleIndex, name, value } of rows)
    content.append(
      buildMark(styleIndex),
      element("span", "line-tooltip-name", name),
      element("b", "quantity", value),
    );
  return content;
}

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** The same as `LineSample` with its symbol. */
function buildMark(styleIndex: number): SVGElement {
  const { color, dash, symbol } = lineStyleOf(styleIndex);
  const paint = `var(--${color})`;
  const mark = svgElement("svg", { viewBox: "0 0 32 12", width: "32", height: "12" });
  const line = svgElement("path", { d: "M0 6h32", "stroke-width": "2", "stroke-dasharray": dash.join(" ") });
  line.style.stroke = paint;
  const shape = svgElement("path", { d: symbolShapes[symbol] });
  shape.style.fill = paint;
  mark.append(line, shape);
  return mark;
}

function svgElement(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
