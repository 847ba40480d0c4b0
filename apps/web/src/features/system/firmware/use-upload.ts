import { endpoints } from "virtual:endpoints";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../shared/api/api.ts";
import { ApiError } from "../../../shared/api/api-error.ts";
import { sentenceOf } from "../../../shared/api/shown-refusals.ts";
import type { Upload } from "./send-file.ts";
import { sendFile } from "./send-file.ts";

/** A file on the server, and the content of its signature file if one was selected with it. */
export interface Uploaded {
  readonly fileId: string;
  readonly name: string;
  readonly type: Upload["type"];
  readonly version: string;
  readonly signature: string;
}

interface Work {
  readonly file: File;
  readonly signature: string;
  upload?: Upload;
}

/** The upload of one file: its progress, why it stopped, and going on where it stopped. */
export function useUpload(onUploaded: (uploaded: Uploaded) => void) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<number>();
  const [refusal, setRefusal] = useState<{ readonly fileName: string; readonly text: string }>();
  const work = useRef<Work>(undefined);
  const stop = useRef(new AbortController());
  useEffect(() => {
    // React may mount a component twice, and an ended upload is not started again.
    if (stop.current.signal.aborted) stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);

  async function run(current: Work): Promise<void> {
    const { signal } = stop.current;
    setRefusal(undefined);
    setProgress(0);
    try {
      const { file, signature } = current;
      const body = { fileName: file.name, sizeBytes: file.size };
      if (current.upload === undefined) {
        const begun = await call(endpoints.firmware.upload, { body, signal, refusalIn: "dialog" });
        if (begun === undefined) return;
        current.upload = { ...begun.data, nextPart: 0 };
      }
      await sendFile(current.upload, { file, signal, report: setProgress });
      const { fileId, type, version } = current.upload;
      onUploaded({ fileId, type, version, name: file.name, signature });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setRefusal({ fileName: current.file.name, text: sentenceOf(error) });
      setProgress(undefined);
    }
  }

  return {
    progress,
    refusal,
    /** Name of the file that is sent. */
    fileName: work.current?.file.name,
    /** Whether the server has accepted the file, so that an interrupted upload can go on. */
    canContinue: refusal !== undefined && work.current?.upload !== undefined,
    async start(files: readonly File[]): Promise<void> {
      const isSignature = ({ name }: File) => name.endsWith(".sig");
      const file = files.find((each) => !isSignature(each));
      if (file === undefined) {
        const [signature] = files;
        if (signature) setRefusal({ fileName: signature.name, text: t("firmware.signatureAlone") });
        return;
      }
      work.current = { file, signature: (await files.find(isSignature)?.text()) ?? "" };
      await run(work.current);
    },
    async goOn(): Promise<void> {
      if (work.current !== undefined) await run(work.current);
    },
  };
}
