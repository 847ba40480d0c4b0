import { schema as addSchema } from "virtual:form/device.add";
import { schema as registerSchema } from "virtual:form/device.register";
import type { FieldSchema, FormSchema } from "../../shared/form/schema.ts";

const [rows] = registerSchema.fields;
const registered = rows?.kind === "array" ? rows.items : [];

/** Says whether the device is registered on the way; what that needs beyond the other fields counts only then. */
const isNew: FieldSchema = {
  path: "isNew",
  kind: "boolean",
  isRequired: false,
  isLocal: true,
  sentences: {},
};
const ofNewDevice = registered
  .filter(({ path }) => path === "type" || path === "model")
  .map((field): FieldSchema => ({ ...field, isLocal: true, when: { path: "isNew", is: true } }));

/** Adding a device, and registering it first where the server does not know it. */
export const deviceSchema: FormSchema = {
  fields: [...addSchema.fields, isNew, ...ofNewDevice],
  sentences: {
    en: { ...registerSchema.sentences.en, ...addSchema.sentences.en },
    "zh-cn": { ...registerSchema.sentences["zh-cn"], ...addSchema.sentences["zh-cn"] },
    pt: { ...registerSchema.sentences.pt, ...addSchema.sentences.pt },
    th: { ...registerSchema.sentences.th, ...addSchema.sentences.th },
  },
};
