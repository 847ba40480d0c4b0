import type { endpoints } from "virtual:endpoints";
import { formatDateTime } from "../../base/format/times.ts";
import { Missing } from "../../ui/status/quantity.tsx";
import type { Column } from "../../ui/table/column.ts";
import type { RowOf } from "../../ui/table/use-table.ts";
import { formatBody } from "./binary-body.ts";
import { ReportBody } from "./report-body.tsx";

export type Rejected = RowOf<typeof endpoints.device.rejected>;
export type Unplaced = RowOf<typeof endpoints.unplacedReports.list>;

/** Rows have no id; what makes one report different from another is all of it. */
export const keyOfRejected = ({ receivedAt, topic, seq, detail, body }: Rejected): string =>
  [receivedAt, topic, seq, detail, body].join(" ");

interface RejectedTexts {
  readonly formatReason: (reason: string) => string;
  readonly timeZone: string;
  readonly tag: string;
}

// Who knows the topic needs only what follows the gateway's number.
const shortTopic = ({ topic }: Rejected): string => topic.split("/").slice(-2).join("/");

export const rejectedColumns = ({
  formatReason,
  timeZone,
  tag,
}: RejectedTexts): readonly Column<Rejected>[] => [
  {
    key: "receivedAt",
    titleKey: "rejected.at",
    isHideable: false,
    render: ({ receivedAt }) => formatDateTime(Date.parse(receivedAt), timeZone, tag),
    exportValue: ({ receivedAt }) => receivedAt,
  },
  {
    key: "reason",
    titleKey: "rejected.reason",
    isWrapped: true,
    width: "22rem",
    render: ({ reason, detail }) => (
      <div className="rejected-reason">
        {formatReason(reason)}
        <span className="rejected-detail">{detail}</span>
      </div>
    ),
    exportValue: ({ reason, detail }) =>
      detail === "" ? formatReason(reason) : `${formatReason(reason)}: ${detail}`,
  },
  { key: "topic", titleKey: "rejected.topic", render: shortTopic, exportValue: ({ topic }) => topic },
  {
    key: "seq",
    titleKey: "rejected.seq",
    align: "right",
    render: ({ seq }) => seq ?? <Missing />,
    exportValue: ({ seq }) => seq,
  },
  {
    key: "body",
    titleKey: "rejected.body",
    isWrapped: true,
    render: (report) => <ReportBody report={report} />,
    exportValue: formatBody,
  },
];
