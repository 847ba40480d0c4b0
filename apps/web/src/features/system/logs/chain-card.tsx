import { endpoints } from "virtual:endpoints";
import type { Verification } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../../shared/api/queries.ts";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { viewerZone } from "../../../shared/logs/moments.ts";
import { sessionStore } from "../../../shared/session/current-session.ts";
import { Fact, Facts } from "../../../shared/ui/content/facts.tsx";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Skeleton } from "../../../shared/ui/status/empty-state.tsx";
import type { StatusVariant } from "../../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../../shared/ui/status/status-mark.tsx";
import { useServerNow } from "../../../shared/ui/status/time-ago.tsx";
import type { ChainState } from "./chain-state.ts";
import { judgeChain } from "./chain-state.ts";

const variants: Readonly<Record<ChainState, StatusVariant>> = {
  intact: "good",
  partial: "inactive",
  overdue: "warning",
  broken: "fault",
  failed: "warning",
  never: "inactive",
};

const RUNNING_MS = 1_000;
const RESTING_MS = 30_000;

/** When the chain of the log was last verified, how far, and what was found; ROOT has it verified now. */
export function ChainCard() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const figure = (number: number) => formatNumber(number, tag, 0);
  const state = useQuery({
    ...queryOf(endpoints.log.verification),
    refetchInterval: ({ state: { data } }) => (data?.isRunning === true ? RUNNING_MS : RESTING_MS),
  });
  const verify = useChange(endpoints.log.verify);
  const now = useServerNow();
  const judged = state.data && judgeChain(state.data, now);
  const isRunning = state.data?.isRunning === true || verify.isPending;
  return (
    <section className="card" aria-label={t("logs.chain.title")}>
      <div className="card-head">
        <h2>{t("logs.chain.title")}</h2>
        {judged !== undefined && (
          <StatusMark
            variant={variants[judged]}
            text={t(`logs.chain.state.${judged}`, {
              number: figure(state.data?.last?.lastNumber ?? 0),
              total: figure((state.data?.sealedNumber ?? 0) + (state.data?.waiting ?? 0)),
            })}
          />
        )}
        <span className="push" />
        {isRunning && <span role="status">{t("logs.chain.running")}</span>}
        {sessionStore.read()?.isSuper === true && (
          <button type="button" className="button" disabled={isRunning} onClick={() => verify.mutate({})}>
            <Icon name="check" />
            {t("logs.chain.verify")}
          </button>
        )}
      </div>
      {state.data === undefined ? <Skeleton width="100%" height="6rem" /> : <Found state={state.data} />}
    </section>
  );
}

function Found({ state: { last, sealedNumber, waiting } }: { readonly state: Verification }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const figure = (number: number | null | undefined) =>
    number === null || number === undefined ? undefined : formatNumber(number, tag, 0);
  const broken = last?.break;
  return (
    <>
      {broken && (
        <p className="chain-broken" role="alert">
          {t(`logs.chain.difference.${broken.difference}`, { number: figure(broken.number) })}{" "}
          {broken.id !== null && <code>{broken.id}</code>}
        </p>
      )}
      {last !== null && last.result !== "failed" && !last.isEndKnown && (
        <p className="chain-note">{t("logs.chain.endUnknown")}</p>
      )}
      <Facts>
        <Fact name={t("logs.chain.lastAt")}>
          {last && formatDateTime(Date.parse(last.endedAt), viewerZone, tag)}
        </Fact>
        <Fact name={t("logs.chain.upTo")}>{figure(last?.lastNumber)}</Fact>
        <Fact name={t("logs.chain.sealed")}>{figure(sealedNumber)}</Fact>
        <Fact name={t("logs.chain.waiting")}>{figure(waiting)}</Fact>
      </Facts>
      <p className="chain-note">{t("logs.chain.text")}</p>
    </>
  );
}
