import type { AuditMethod, AuditObjectType, AuditType } from "@heliograph/contract";
import type { i18n, TFunction } from "i18next";
import type { texts } from "../base/i18n/locales/logs/en.ts";
import type { NamedKind } from "./format-value.ts";

type Flat<Text extends string> = Text extends `${infer Head}.${infer Tail}` ? `${Head}_${Flat<Tail>}` : Text;

/** A type as a step of a text's key: steps are parted by dots there. */
const toStep = (type: AuditType): Flat<AuditType> => type.replaceAll(".", "_") as Flat<AuditType>;

type Field = keyof typeof texts.logs.field;

/** Words of what a row says by code; a code that a newer server wrote shows as it is. */
export function createLogTexts(t: TFunction, { exists }: i18n) {
  return {
    type(code: string): string {
      const type = code as AuditType;
      return exists(`logs.type.${toStep(type)}`) ? t(`logs.type.${toStep(type)}`) : code;
    },
    objectType(code: string): string {
      const objectType = code as AuditObjectType;
      return exists(`logs.objectType.${objectType}`) ? t(`logs.objectType.${objectType}`) : code;
    },
    /** The word of a field by the last name of its way; undefined for one that has none. */
    field(path: string): string | undefined {
      const field = path.slice(path.lastIndexOf(".") + 1) as Field;
      return exists(`logs.field.${field}`) ? t(`logs.field.${field}`) : undefined;
    },
    yes: t("logs.value.yes"),
    no: t("logs.value.no"),
    empty: t("logs.value.empty"),
    hidden: t("logs.hidden"),
    deleted: (kind: NamedKind): string => t(`logs.deleted.${kind}`),
    method(code: string): string {
      const method = code as AuditMethod;
      return exists(`logs.method.${method}`) ? t(`logs.method.${method}`) : code;
    },
  };
}
export type LogTexts = ReturnType<typeof createLogTexts>;
