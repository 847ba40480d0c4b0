import { endpoints } from "virtual:endpoints";
import type { ExpectedDevice, StationDetail } from "@heliograph/contract";
import { MAX_EXPECTED_DEVICES, MAX_EXPECTED_PLACE } from "@heliograph/contract/commissioning-limits";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { useChange } from "../../shared/api/queries.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Form, FormError } from "../../shared/form/form.tsx";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";
import { DialogFoot } from "../../shared/ui/dialog/dialog-foot.tsx";
import { Field } from "../../shared/ui/form/field.tsx";
import { FileButton } from "../../shared/ui/form/file-button.tsx";
import type { LineProblem } from "./expected-list.ts";
import { readExpected, writeExpected } from "./expected-list.ts";
import "./commissioning.css";

/** Problems that are named one by one. */
const MAX_NAMED = 8;

interface ExpectedDialogProps {
  readonly plant: StationDetail;
  /** The list as it is saved. */
  readonly devices: readonly ExpectedDevice[];
  readonly onClose: () => void;
}

/** Edits the list of devices that are expected at a plant: typed, pasted or read from a file. */
export function ExpectedDialog({ plant: { stationId }, devices, onClose }: ExpectedDialogProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const element = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(() => writeExpected(devices));
  const [refusal, setRefusal] = useState<string>();
  const [fileRefusal, setFileRefusal] = useState<string>();
  const save = useChange(endpoints.commissioning.save, { refusalIn: "field" });
  const max = formatNumber(MAX_EXPECTED_DEVICES, tag, 0);

  function describe(problems: readonly LineProblem[]): string {
    const more = problems.length - MAX_NAMED;
    return [
      ...problems
        .slice(0, MAX_NAMED)
        .map(({ line, kind, text: part }) => t(`commissioning.problem.${kind}`, { line, text: part })),
      ...(more > 0 ? [t("commissioning.moreProblems", { count: more })] : []),
    ].join("\n");
  }

  async function submit(): Promise<void> {
    const read = readExpected(text, MAX_EXPECTED_PLACE);
    if (read.problems.length > 0) return setRefusal(describe(read.problems));
    if (read.devices.length > MAX_EXPECTED_DEVICES) return setRefusal(t("commissioning.tooMany", { max }));
    try {
      await save.mutateAsync({ stationId, devices: [...read.devices] });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(sentenceOf(error));
    }
  }

  async function readFile(file: File): Promise<void> {
    setFileRefusal(undefined);
    try {
      const response = await call(endpoints.commissioning.read, {
        query: { stationId, fileName: file.name },
        file: new Blob([file], { type: "application/octet-stream" }),
        refusalIn: "field",
      });
      if (response === undefined) return;
      setText(writeExpected(response.data.devices));
      setRefusal(undefined);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFileRefusal(sentenceOf(error));
    }
  }

  return (
    <Dialog title={t("commissioning.listTitle")} onClose={onClose}>
      <Form form={{ element }} className="commissioning-form" onSubmit={() => void submit()}>
        <p>{t("commissioning.listText")}</p>
        <Field
          label={t("commissioning.file")}
          hint={t("commissioning.fileHint", { max })}
          {...(fileRefusal !== undefined && { refusal: fileRefusal })}
        >
          {(attributes) => (
            <FileButton
              accept={[".xlsx", ".csv"]}
              onFile={(file) => void readFile(file)}
              attributes={attributes}
            >
              {t("file.choose")}
            </FileButton>
          )}
        </Field>
        <Field
          label={t("commissioning.serials")}
          hint={t("commissioning.serialsHint")}
          {...(refusal !== undefined && { refusal })}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              className="input commissioning-serials"
              rows={12}
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setRefusal(undefined);
              }}
            />
          )}
        </Field>
        <FormError form={{ errors: {}, isBusy: save.isPending }} />
        <DialogFoot submitText={t("commissioning.save")} isBusy={save.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
