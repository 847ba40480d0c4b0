import type { LedgerRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { LedgerFact } from "./ledger-facts.ts";
import { listLedgerFacts } from "./ledger-facts.ts";
import "./ledger.css";

/** Longer lists are opened by the reader. */
const MAX_NAMED = 5;

interface LedgerLineProps {
  readonly row: LedgerRow;
  readonly timeZone: string;
}

/** An entry of the ledger: what happened, by whom and from where, and below it the facts that it records. */
export function LedgerLine({ row, timeZone }: LedgerLineProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { at, kind, byName, address, hash } = row;
  const facts = kind === "state" ? [] : listLedgerFacts(row);
  return (
    <li title={hash}>
      <time className="quantity" dateTime={at}>
        {formatSecond(Date.parse(at), timeZone, tag)}
      </time>
      <strong>{t(`safety.ledger.kind.${kind}`)}</strong>
      {byName !== null && <span>{byName}</span>}
      {address !== "" && <span>{address}</span>}
      {kind === "state" && <StateText detail={row.detail} />}
      {facts.length > 0 && (
        <ul className="ledger-facts">
          {facts.map((fact) => (
            <li key={"name" in fact ? fact.name : fact.type}>
              <FactText fact={fact} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function StateText({ detail }: Pick<LedgerRow, "detail">) {
  const { t } = useTranslation();
  const { from, to, proven, units } = detail;
  return (
    <span>
      {t("safety.ledger.state", {
        from: t(`safety.stateName.${from as "normal"}`),
        to: t(`safety.stateName.${to as "normal"}`),
        proven,
        units,
      })}
    </span>
  );
}

const replyText = (state: string, t: TFunction): string =>
  state === "done" || state === "refused" || state === "failed" ? t(`ledgerFacts.state.${state}`) : state;

function FactText({ fact, timeZone }: { readonly fact: LedgerFact; readonly timeZone: string }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const say = (name: string, value: string) => t("ledgerFacts.fact", { name, value });
  switch (fact.type) {
    case "flag":
      return t(`ledgerFacts.${fact.name}`);
    case "text":
      return say(t(`ledgerFacts.${fact.name}`), fact.text);
    case "time":
      return say(t(`ledgerFacts.${fact.name}`), formatSecond(Date.parse(fact.at), timeZone, tag));
    case "count":
      return say(t(`ledgerFacts.${fact.name}`), formatNumber(fact.count, tag, 0));
    case "command":
      return say(t("ledgerFacts.command"), t(`ledgerFacts.op.${fact.op}`));
    case "reply":
      return say(t("ledgerFacts.reply"), [replyText(fact.state, t), fact.code].filter(Boolean).join(" "));
    default:
      return <ListText name={t(`ledgerFacts.${fact.name}`)} items={fact.items} />;
  }
}

function ListText({ name, items }: { readonly name: string; readonly items: readonly string[] }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const listed = items.join(", ");
  if (items.length <= MAX_NAMED) return t("ledgerFacts.fact", { name, value: listed });
  return (
    <details>
      <summary>{t("ledgerFacts.fact", { name, value: formatNumber(items.length, tag, 0) })}</summary>
      <span>{listed}</span>
    </details>
  );
}
