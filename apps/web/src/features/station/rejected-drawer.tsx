import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { formatDateTime } from "../../shared/format/times.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { Blank, FailedBlank, Skeleton } from "../../shared/ui/blank.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Missing } from "../../shared/ui/quantity.tsx";

interface RejectedDrawerProps {
  readonly device: Device;
  readonly timeZone: string;
  readonly onClose: () => void;
}

/** Reports of a gateway that were set aside, each with its reason: nothing disappears silently. */
export function RejectedDrawer({ device, timeZone, onClose }: RejectedDrawerProps) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  // A reason that a newer server knows shows by its code.
  const sayReason = (reason: string) => {
    const key = `rejected.reasons.${reason}` as "rejected.reasons.empty";
    return i18n.exists(key) ? String(t(key)) : reason;
  };
  const rejected = useQuery({
    ...queryOf(endpoints.device.rejected, { deviceId: device.deviceId, pageSize: 100 }),
    staleTime: 0,
  });
  return (
    <Dialog kind="drawer" title={t("rejected.of", { sn: device.sn })} onClose={onClose}>
      {rejected.isPending && <Skeleton width="100%" height="20rem" />}
      {rejected.isError && <FailedBlank onRetry={() => void rejected.refetch()} />}
      {rejected.data?.total === 0 && (
        <Blank icon="check" title={t("rejected.none")} text={t("rejected.noneText")} />
      )}
      {rejected.data !== undefined && rejected.data.total > 0 && (
        <>
          <ul className="rejected-counts">
            {rejected.data.counts.map(({ reason, total }) => (
              <li key={reason}>
                {sayReason(reason)} <b className="quantity">{total}</b>
              </li>
            ))}
          </ul>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t("rejected.at")}</th>
                <th scope="col">{t("rejected.topic")}</th>
                <th scope="col">{t("rejected.seq")}</th>
                <th scope="col">{t("rejected.reason")}</th>
                <th scope="col">{t("rejected.body")}</th>
              </tr>
            </thead>
            <tbody>
              {rejected.data.rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and are only replaced as a whole
                <tr key={index}>
                  <td>{formatDateTime(Date.parse(row.receivedAt), timeZone, tag)}</td>
                  <td>{row.topic.split("/").slice(3).join("/")}</td>
                  <td>{row.seq ?? <Missing />}</td>
                  <td>
                    {sayReason(row.reason)}
                    <span className="gateway-model">{row.detail}</span>
                  </td>
                  <td>
                    <code title={row.body}>{row.body.slice(0, 120)}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Dialog>
  );
}
