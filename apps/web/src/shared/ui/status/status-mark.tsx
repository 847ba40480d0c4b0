import type { ReactNode } from "react";

const disc = <circle cx="6" cy="6" r="5" fill="currentColor" />;
const ring = { cx: 6, cy: 6, r: 4.2, fill: "none", stroke: "currentColor", strokeWidth: 2.2 };

/** Shapes of the severities, in a square of 12, for canvases too. */
export const severityPaths = {
  warning: "M6 .8l5.600 10.400H.4z",
  alarm: "M6 0l6 6-6 6-6-6z",
  fault: "M2 2l8 8M10 2l-8 8",
} as const;

/** Shape of each meaning; its colour is in ui.css. */
const shapes = {
  good: disc,
  warning: <path d={severityPaths.warning} fill="currentColor" />,
  alarm: <path d={severityPaths.alarm} fill="currentColor" />,
  fault: <path d={severityPaths.fault} stroke="currentColor" strokeWidth="2.800" strokeLinecap="square" />,
  inactive: <circle {...ring} />,
  waiting: <circle {...ring} strokeDasharray="3.300 3.300" />,
  stopped: <rect x="1" y="1" width="10" height="10" rx="1.600" fill="currentColor" />,
  scheduled: (
    <path
      d="M6 11.200a5.200 5.200 0 1 0 0-10.400 5.200 5.200 0 0 0 0 10.400M6 3.200V6l2 1.400"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.600"
    />
  ),
  done: <path d="M1.500 6.500l3 3 6-7" fill="none" stroke="currentColor" strokeWidth="2.200" />,
} as const satisfies Readonly<Record<string, ReactNode>>;

export type StatusVariant = keyof typeof shapes;

interface StatusMarkProps {
  readonly variant: StatusVariant;
  /** Names the status. */
  readonly text: string;
}

/** A status as colour, shape and word, so that none of them is needed to read it. */
export function StatusMark({ variant, text }: StatusMarkProps) {
  return (
    <span className="status-mark" data-variant={variant}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        {shapes[variant]}
      </svg>
      {text}
    </span>
  );
}
