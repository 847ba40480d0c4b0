import type { Command } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { codeText, opText, STATE_VARIANTS } from "../commands/command-texts.ts";
import { StatusMark } from "../ui/status/status-mark.tsx";
import "../commands/commands.css";

interface LatestCommandProps {
  readonly command: Pick<Command, "op" | "state" | "code" | "createdAt"> & {
    /** Whether the device itself has confirmed it; a gateway that finished for another device has confirmed nothing. */
    readonly isConfirmed?: boolean;
  };
  readonly timeZone: string;
}

/** The last command of a kind: when it was sent, and what became of it. */
export function LatestCommand({ command, timeZone }: LatestCommandProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { op, createdAt, code, isConfirmed = true } = command;
  const state = command.state === "done" && !isConfirmed ? "unconfirmed" : command.state;
  return (
    <p className="command-state parameters-note" role="status">
      <span>
        {opText(op, t)}, {formatSecond(Date.parse(createdAt), timeZone, tag)}
      </span>
      <StatusMark variant={STATE_VARIANTS[state]} text={t(`commands.state.${state}`)} />
      <span>{codeText(code, t) ?? t(`commands.stateText.${state}`)}</span>
    </p>
  );
}
