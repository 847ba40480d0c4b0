import type { AuditMethod, AuditObjectType, AuditType } from "@heliograph/contract";
import type { i18n, TFunction } from "i18next";
import type { texts as commandTexts } from "../base/i18n/locales/commands/en.ts";
import type { texts } from "../base/i18n/locales/logs/en.ts";
import type { texts as upgradeTexts } from "../base/i18n/locales/upgrades/en.ts";
import type { NamedKind } from "./format-value.ts";

type Flat<Text extends string> = Text extends `${infer Head}.${infer Tail}` ? `${Head}_${Flat<Tail>}` : Text;

/** A type as a step of a text's key: steps are parted by dots there. */
const toStep = (type: AuditType): Flat<AuditType> => type.replaceAll(".", "_") as Flat<AuditType>;

type CommandState = keyof typeof commandTexts.commands.state;
type UpgradeState = keyof typeof upgradeTexts.upgrades.state;
type UpgradeReason = keyof typeof upgradeTexts.upgrades.reason;
type CommandCode = keyof typeof commandTexts.commands.code;
type Field = keyof typeof texts.logs.field;

/** Words of what a row says by code; a code that a newer server wrote shows as it is. */
export function createLogTexts(t: TFunction, { exists }: i18n) {
  // As a type guard `exists` would narrow the keys.
  const has = (key: string): boolean => exists(key);
  const findType = (code: string): string | undefined =>
    has(`logs.type.${toStep(code as AuditType)}`) ? t(`logs.type.${toStep(code as AuditType)}`) : undefined;
  const ofCommand = (code: string): string | undefined =>
    has(`commands.code.${code}`) ? t(`commands.code.${code as CommandCode}`) : undefined;
  const ofUpgrade = (code: string): string | undefined =>
    has(`upgrades.reason.${code}`) ? t(`upgrades.reason.${code as UpgradeReason}`) : undefined;
  const findState = (code: string): string | undefined => {
    if (has(`commands.state.${code}`)) return t(`commands.state.${code as CommandState}`);
    return has(`upgrades.state.${code}`) ? t(`upgrades.state.${code as UpgradeState}`) : undefined;
  };
  return {
    type: (code: string): string => findType(code) ?? code,
    objectType(code: string): string {
      const objectType = code as AuditObjectType;
      return exists(`logs.objectType.${objectType}`) ? t(`logs.objectType.${objectType}`) : code;
    },
    /** The word of a field by the last name of its way; undefined for one that has none. */
    field(path: string): string | undefined {
      const field = path.slice(path.lastIndexOf(".") + 1) as Field;
      return exists(`logs.field.${field}`) ? t(`logs.field.${field}`) : undefined;
    },
    /** The words of a code in a field; undefined for one that has none. States and reasons need the parts `commands` and `upgrades`. */
    code(field: string, code: string): string | undefined {
      if (field === "op") return findType(`command.${code}`);
      if (field === "state") return findState(code);
      if (field === "code") return ofCommand(code) ?? ofUpgrade(code);
      return field === "reason" ? (ofUpgrade(code) ?? ofCommand(code)) : undefined;
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
