import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

type Result = "intact" | "broken" | "failed" | "never";

const looks: Record<Result, { readonly status: string; readonly shape: ReactNode }> = {
  intact: { status: "normal", shape: <circle cx="6" cy="6" r="5" fill="currentColor" /> },
  broken: {
    status: "fault",
    shape: <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2.800" strokeLinecap="square" />,
  },
  failed: { status: "warning", shape: <path d="M6 .8l5.600 10.400H.4z" fill="currentColor" /> },
  never: {
    status: "offline",
    shape: <circle cx="6" cy="6" r="4.200" fill="none" stroke="currentColor" strokeWidth="2.200" />,
  },
};

/** What the last look at the chain found, as colour, shape and word. */
export function ChainMark({ result }: { readonly result: Result }) {
  const { t } = useTranslation();
  const look = looks[result];
  return (
    <span className="status" data-status={look.status}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        {look.shape}
      </svg>
      {t(`logs.chain.state.${result}`)}
    </span>
  );
}
