import { cleanCode, cleanSn } from "../../../shared/device/registration-code.ts";
import type { FieldLayout } from "../../../shared/form/layout.ts";

const typedFromLabel = { isMono: true, autoCapitalize: "characters" } as const;

/** Fields that are typed or scanned from the label of a device. */
export const labelFields = {
  sn: {
    ...typedFromLabel,
    labelKey: "device.sn",
    normalize: cleanSn,
    messages: { required: "device.snNeeded" },
  },
  registrationCode: {
    ...typedFromLabel,
    labelKey: "device.code",
    normalize: cleanCode,
    messages: { required: "device.codeNeeded" },
  },
} as const satisfies Readonly<Record<string, FieldLayout>>;
