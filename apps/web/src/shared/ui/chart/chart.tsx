import type { EChartsCoreOption } from "echarts/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTheme } from "../../base/theme/theme.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { readChartTheme } from "./chart-theme.ts";
import "./chart.css";

interface ChartProps {
  /** Builds the chart in the current theme. Keep it stable while nothing changed. */
  readonly option: (theme: ChartTheme) => EChartsCoreOption;
  /** Text alternative of the chart. */
  readonly label: string;
  readonly minHeight: string;
  /** A click on a value, by its index in the data. */
  readonly onPick?: (index: number) => void;
  /** The part of the time axis that was chosen in the chart itself, percent of its length. */
  readonly onZoom?: (zoom: { readonly start: number; readonly end: number }) => void;
}

/** An event for each movement of the pointer: the last one counts. */
const ZOOM_SETTLED_MS = 150;

type Instance = ReturnType<typeof import("./echarts.ts").init>;

let turn: Promise<unknown> = Promise.resolve();

/** Loads the chart library for one chart after another, each in its own task, so that the page stays responsive. */
function loadInTurn(): Promise<typeof import("./echarts.ts").init> {
  const mine = turn.then(async () => {
    const { init } = await import("./echarts.ts");
    await new Promise((done) => setTimeout(done));
    return init;
  });
  turn = mine.catch(() => undefined);
  return mine;
}

/** A chart on a canvas. The library is loaded when the first chart is shown. */
export function Chart({ option, label, minHeight, onPick, onZoom }: ChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const instance = useRef<Instance>(undefined);
  const theme = useTheme();
  const latest = useRef(option);
  latest.current = option;
  const pick = useEffectEvent((index: number) => onPick?.(index));
  const zoomed = useEffectEvent(() => {
    const { dataZoom } = instance.current?.getOption() ?? {};
    const [{ start, end }] = dataZoom as [{ start: number; end: number }];
    onZoom?.({ start, end });
  });

  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let isGone = false;
    let zoomTimer: number | undefined;
    const observer = new ResizeObserver(() => {
      const chart = instance.current;
      if (chart === undefined) return;
      // The observer also reports the initial size, which the chart already has.
      if (chart.getWidth() === element.clientWidth && chart.getHeight() === element.clientHeight) return;
      chart.resize();
      chart.setOption(latest.current(readChartTheme()));
    });
    function draw(init: Awaited<ReturnType<typeof loadInTurn>>): void {
      if (isGone || element === null) return;
      instance.current = init(element);
      instance.current.setOption(latest.current(readChartTheme()));
      instance.current.on("click", ({ dataIndex }) => pick(dataIndex));
      instance.current.on("datazoom", () => {
        window.clearTimeout(zoomTimer);
        zoomTimer = window.setTimeout(zoomed, ZOOM_SETTLED_MS);
      });
      observer.observe(element);
    }
    function start(): void {
      // The library cannot be loaded while offline; tried again when the connection is back.
      loadInTurn().then(draw, () => {
        if (!isGone) window.addEventListener("online", start, { once: true });
      });
    }
    start();
    return () => {
      isGone = true;
      window.removeEventListener("online", start);
      observer.disconnect();
      window.clearTimeout(zoomTimer);
      instance.current?.dispose();
      instance.current = undefined;
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the look is read from the page, which the theme changes
  useEffect(() => {
    instance.current?.setOption(option(readChartTheme()), { notMerge: true });
  }, [option, theme]);

  return <div ref={ref} role="img" aria-label={label} className="chart" style={{ minHeight }} />;
}
