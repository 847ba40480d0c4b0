import { endpoints } from "virtual:endpoints";
import type { CustomerTypeDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { Allowed } from "../../../shared/auth/allowed.tsx";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Fact, Facts } from "../../../shared/ui/content/facts.tsx";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import { FailedState, Skeleton } from "../../../shared/ui/status/empty-state.tsx";
import { Refusals } from "../../../shared/ui/status/refusal-list.tsx";
import { EditTypeDialog, OverrideDialog } from "./type-form.tsx";
import { TypeMatrix } from "./type-matrix.tsx";
import { useRemoval } from "./use-removal.ts";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const dialogs = { edit: EditTypeDialog, override: OverrideDialog };

interface TypeDrawerProps {
  readonly customerTypeId: string;
  readonly onClose: () => void;
}

/** One account type with the matrix of its roles. */
export function TypeDrawer({ customerTypeId, onClose }: TypeDrawerProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const { data, error, isError, refetch } = useQuery(queryOf(endpoints.customerType.get, { customerTypeId }));
  const Open = open === undefined ? undefined : dialogs[open];
  return (
    <>
      <Dialog kind="drawer" title={data?.name ?? t("rights.type")} onClose={onClose}>
        {data === undefined && !isError && <Skeleton width="100%" height="32rem" />}
        {data === undefined && isError && <FailedState error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <>
            <Facts>
              <Fact name={t("rights.madeBy")}>{data.isBuiltIn && t("rights.builtIn")}</Fact>
              <Fact name={t("rights.accounts")}>{data.accountCount}</Fact>
              <Fact name={t("rights.remarks")}>{data.remarks}</Fact>
              {data.overriddenAt !== null && (
                <Fact name={t("rights.overriddenAt")}>
                  {formatDateTime(Date.parse(data.overriddenAt), viewerZone, tag)}
                </Fact>
              )}
            </Facts>
            <TypeButtons type={data} onOpen={setOpen} onGone={onClose} />
            <TypeMatrix type={data} />
          </>
        )}
      </Dialog>
      {data !== undefined && Open !== undefined && <Open type={data} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface ButtonsProps {
  readonly type: CustomerTypeDetail;
  readonly onOpen: (dialog: keyof typeof dialogs) => void;
  readonly onGone: () => void;
}

function TypeButtons({ type, onOpen, onGone }: ButtonsProps) {
  const { t } = useTranslation();
  const { refusals, remove } = useRemoval(endpoints.customerType.delete, onGone);
  const { customerTypeId, code, name, isBuiltIn } = type;
  return (
    <>
      <Refusals sentences={refusals} />
      <div className="rights-buttons">
        {code !== "platform-operator" && (
          <Allowed to="customerType:edit">
            <button type="button" className="button" data-kind="primary" onClick={() => onOpen("edit")}>
              <Icon name="edit" />
              {t("rights.edit")}
            </button>
          </Allowed>
        )}
        {!isBuiltIn && (
          <Allowed to="customerType:edit">
            <button
              type="button"
              className="button"
              data-kind="danger"
              onClick={() => void remove(name, { customerTypeId })}
            >
              {t("rights.delete")}
            </button>
          </Allowed>
        )}
        {code === "service-channel-distributor" && (
          <Allowed to="customerType:override">
            <button type="button" className="button" data-kind="danger" onClick={() => onOpen("override")}>
              {t("rights.override")}
            </button>
          </Allowed>
        )}
      </div>
    </>
  );
}
