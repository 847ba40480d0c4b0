import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ChainState } from "./chain-state.ts";

const warning = <path d="M6 .8l5.600 10.400H.4z" fill="currentColor" />;

const looks: Record<ChainState, { readonly status: string; readonly shape: ReactNode }> = {
  intact: { status: "normal", shape: <circle cx="6" cy="6" r="5" fill="currentColor" /> },
  partial: { status: "warning", shape: warning },
  broken: {
    status: "fault",
    shape: <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2.800" strokeLinecap="square" />,
  },
  failed: { status: "warning", shape: warning },
  never: {
    status: "offline",
    shape: <circle cx="6" cy="6" r="4.200" fill="none" stroke="currentColor" strokeWidth="2.200" />,
  },
};

interface ChainMarkProps {
  readonly state: ChainState;
  /** Up to where it was verified, and the last row there is. */
  readonly number: string;
  readonly total: string;
}

/** What is known of the log's integrity, as colour, shape and word. */
export function ChainMark({ state, number, total }: ChainMarkProps) {
  const { t } = useTranslation();
  const look = looks[state];
  return (
    <span className="status" data-status={look.status}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        {look.shape}
      </svg>
      {t(`logs.chain.state.${state}`, { number, total })}
    </span>
  );
}
