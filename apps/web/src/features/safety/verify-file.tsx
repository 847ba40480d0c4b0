import type { RecordVerdict } from "@heliograph/contract/signed-record";
import { verifyRecord } from "@heliograph/contract/signed-record";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";

interface VerifyFileProps {
  /** Of this installation. */
  readonly publicKey: string;
}

/** Verifies a record or ledger in this browser: nothing of the file is sent. */
export function VerifyFile({ publicKey }: VerifyFileProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [verdict, setVerdict] = useState<RecordVerdict>();

  async function verify(file: File | undefined): Promise<void> {
    if (file !== undefined) setVerdict(await verifyRecord(await file.text()));
    if (input.current !== null) input.current.value = "";
  }

  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        {t("records.verify")}
      </button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="application/json,.json"
        aria-label={t("records.verify")}
        tabIndex={-1}
        onChange={({ target }) => void verify(target.files?.[0])}
      />
      {verdict !== undefined && (
        <p className="safety-verdict" role="status">
          <Verdict verdict={verdict} publicKey={publicKey} />
        </p>
      )}
    </>
  );
}

function Verdict({ verdict, publicKey }: VerifyFileProps & { readonly verdict: RecordVerdict }) {
  const { t } = useTranslation();
  if (!verdict.isValid) {
    const text =
      verdict.reason === "chain"
        ? t("records.broken.chain", { number: verdict.row })
        : t(`records.broken.${verdict.reason}`);
    return <StatusMark variant="fault" text={text} />;
  }
  if (verdict.publicKey !== publicKey)
    return <StatusMark variant="warning" text={t("records.otherKey", { key: verdict.publicKey })} />;
  return <StatusMark variant="done" text={t("records.valid", { count: verdict.rows })} />;
}
