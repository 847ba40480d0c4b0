import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";
import type { MembersDialog } from "./members.ts";

interface MembersActionsProps {
  /** Undefined until the permissions on the plant are loaded. */
  readonly ops: DataOf<typeof endpoints.permission.checkStationOp> | undefined;
  /** The plant was shared with the reader, who can leave it. */
  readonly isShared: boolean;
  /** A transfer is open: there is one at a time. */
  readonly isOffered: boolean;
  readonly onOpen: (dialog: MembersDialog) => void;
  readonly onLeave: () => void;
}

export function MembersActions({ ops, isShared, isOffered, onOpen, onLeave }: MembersActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      {isShared && (
        <button type="button" className="button" onClick={onLeave}>
          <Icon name="leave" />
          {t("members.leave")}
        </button>
      )}
      {ops?.edit.allowed === true && (
        <button type="button" className="button" onClick={() => onOpen("settings")}>
          <Icon name="gear" />
          {t("members.settings")}
        </button>
      )}
      {ops !== undefined && (
        <button
          type="button"
          className="button"
          disabled={!ops.transfer.allowed || isOffered}
          title={ops.transfer.reason}
          onClick={() => onOpen("transfer")}
        >
          {t("members.transfer")}
        </button>
      )}
      {ops?.delete.allowed === true && (
        <button type="button" className="button" onClick={() => onOpen("delete")}>
          {t("deletion.submit")}
        </button>
      )}
      {ops?.share.allowed === true && (
        <button type="button" className="button" data-kind="primary" onClick={() => onOpen("share")}>
          <Icon name="plus" />
          {t("members.share")}
        </button>
      )}
    </>
  );
}
