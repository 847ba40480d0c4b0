import type { RecordVerdict } from "@heliograph/contract/signed-record";
import { verifyRecord } from "@heliograph/contract/signed-record";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FileButton } from "../../shared/ui/form/file-button.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";

interface VerifyFileProps {
  /** Of this installation. */
  readonly publicKey: string;
}

/** Verifies a record or ledger in this browser: nothing of the file is sent. */
export function VerifyFile({ publicKey }: VerifyFileProps) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<RecordVerdict>();

  async function verify(file: File): Promise<void> {
    setVerdict(await verifyRecord(await file.text()));
  }

  return (
    <>
      <FileButton accept={["application/json", ".json"]} onFile={(file) => void verify(file)}>
        {t("records.verify")}
      </FileButton>
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
