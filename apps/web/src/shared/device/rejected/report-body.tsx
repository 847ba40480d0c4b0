import { useTranslation } from "react-i18next";
import type { ReceivedBody } from "./binary-body.ts";
import { formatBody } from "./binary-body.ts";

/** Longer bodies show their beginning until they are opened. */
const SHOWN_CHARACTERS = 120;

/** Content of a report as it was received; in hexadecimal where it is not text. */
export function ReportBody({ report }: { readonly report: ReceivedBody }) {
  const { t } = useTranslation();
  const body = formatBody(report);
  return (
    <>
      {report.isBinary && <span className="rejected-detail">{t("rejected.binary")}</span>}
      {body.length <= SHOWN_CHARACTERS ? (
        <code className="report-code">{body}</code>
      ) : (
        <details className="report-body">
          <summary>
            <code className="report-code">{body.slice(0, SHOWN_CHARACTERS)}…</code>
          </summary>
          <pre>{body}</pre>
        </details>
      )}
    </>
  );
}
