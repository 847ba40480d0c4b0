import type { EChartsCoreOption } from "echarts/core";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTheme } from "../../base/theme/theme.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { readChartTheme } from "./chart-theme.ts";

interface ChartProps {
  /** Makes the drawing from the look of the moment. Keep it the same while nothing changed. */
  readonly option: (theme: ChartTheme) => EChartsCoreOption;
  /** What the drawing says, for those who do not see it. */
  readonly label: string;
  readonly minHeight: string;
  /** A click on a drawn value, by its place in the data. */
  readonly onPick?: (index: number) => void;
}

type Instance = ReturnType<typeof import("./echarts.ts").init>;

let turn: Promise<unknown> = Promise.resolve();

/** What begins a drawing, for one after another, each in a task of its own: the page stays at hand between them. */
function loadInTurn(): Promise<typeof import("./echarts.ts").init> {
  const mine = turn.then(async () => {
    const { init } = await import("./echarts.ts");
    await new Promise((done) => setTimeout(done));
    return init;
  });
  turn = mine.catch(() => undefined);
  return mine;
}

/** A drawing on a canvas. Its code comes when the first one is shown. */
export function Chart({ option, label, minHeight, onPick }: ChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const instance = useRef<Instance>(undefined);
  const theme = useTheme();
  const latest = useRef(option);
  latest.current = option;
  const pick = useEffectEvent((index: number) => onPick?.(index));

  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let isGone = false;
    const observer = new ResizeObserver(() => {
      const chart = instance.current;
      if (chart === undefined) return;
      // It is told of the size at the start, too, in which the drawing has been made.
      if (chart.getWidth() === element.clientWidth && chart.getHeight() === element.clientHeight) return;
      chart.resize();
      chart.setOption(latest.current(readChartTheme()));
    });
    function draw(init: Awaited<ReturnType<typeof loadInTurn>>): void {
      if (isGone || element === null) return;
      instance.current = init(element);
      instance.current.setOption(latest.current(readChartTheme()));
      instance.current.on("click", ({ dataIndex }) => pick(dataIndex));
      observer.observe(element);
    }
    function start(): void {
      // Without a connection the drawing's code cannot be loaded; the next one brings it.
      loadInTurn().then(draw, () => {
        if (!isGone) window.addEventListener("online", start, { once: true });
      });
    }
    start();
    return () => {
      isGone = true;
      window.removeEventListener("online", start);
      observer.disconnect();
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
