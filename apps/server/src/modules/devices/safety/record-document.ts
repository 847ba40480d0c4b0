import type { Language, LedgerKind, MessageKey, SafetyState, SafetyString } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { FileLedger, SignedRecord } from "@heliograph/contract/signed-record";
import type { ReportDocument } from "../../../infra/documents/document.ts";
import { DOCUMENT_LOCALES } from "../../../infra/documents/document-locales.ts";
import type { RecordPlant, RecordRow } from "./records.repository.ts";
import type { SafetyUnitRow } from "./shown-units.repository.ts";
import type { StringVoltage } from "./string-voltages.ts";

/** More rows would be a book; the JSON file has them all. */
const MAX_LISTED = 2_000;

/** What a record says about one operation. */
export interface RecordContent {
  readonly kind: "record";
  readonly createdAt: string;
  readonly brand: string;
  readonly plant: RecordPlant;
  readonly operation: Omit<RecordRow, "open" | "closed"> & { readonly proven: number };
  readonly state: SafetyState | null;
  readonly rules: {
    readonly minInputV: number;
    readonly maxStringOutsideV: number;
    readonly maxStringInsideV: number;
    readonly coldModuleFactor: number;
  };
  /** `maxOpenOutputV`: what proves the unit open at most, by its model. */
  readonly units: readonly (SafetyUnitRow & { readonly maxOpenOutputV: number })[];
  /** Empty for a reset, and where only a string or a unit was opened. */
  readonly strings: readonly StringVoltage[];
  readonly ledger: FileLedger;
}

interface Texts {
  say(key: MessageKey, params?: Parameters<typeof formatMessage>[2]): string;
  moment(at: Date | string | null): string;
  /** With one decimal. */
  decimal(value: number | null): string;
  number(value: number): string;
}

function createTexts(language: Language, timeZone: string): Texts {
  const format = new Intl.DateTimeFormat(DOCUMENT_LOCALES[language], {
    ...{ year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone },
  });
  const oneDecimal = new Intl.NumberFormat(DOCUMENT_LOCALES[language], {
    ...{ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false },
  });
  const plain = new Intl.NumberFormat(DOCUMENT_LOCALES[language]);
  return {
    number: (value) => plain.format(value),
    say: (key, params) => formatMessage(language, key, params),
    moment: (at) => (at === null ? "–" : format.format(new Date(at))),
    decimal: (value) => (value === null ? "–" : oneDecimal.format(value)),
  };
}

const nameOfString = ({ name, sn }: SafetyString): string => (name === sn ? sn : `${name} · ${sn}`);

const kindOf = ({ kind, isDrill, unit }: RecordContent["operation"]): MessageKey => {
  if (unit !== null) return kind === "shutdown" ? "safetyRecord.unitOpen" : "safetyRecord.unitClose";
  return isDrill ? "safetyRecord.drill" : `safetyRecord.${kind}`;
};

function listFacts(
  { operation, plant, units }: RecordContent,
  { say, moment, decimal }: Texts,
): ReportDocument["facts"] {
  const { string, unit, byName, address, reason, acceptedAt, deadlineAt, endedAt } = operation;
  const { rightsAt, proven, dark, safeAfterS } = operation;
  return [
    [say("safetyRecord.plant"), `${plant.name} · ${plant.number}`],
    ...(string ? [[say("safetyRecord.string"), nameOfString(string)] as const] : []),
    ...(unit ? [[say("safetyRecord.unitName"), nameOfString(unit)] as const] : []),
    [say("safetyRecord.kind"), say(kindOf(operation))],
    [say("safetyRecord.by"), byName ?? say("safetyRecord.hiddenName")],
    [say("safetyRecord.address"), address],
    ...(reason === "" ? [] : [[say("safetyRecord.reason"), reason] as const]),
    [say("safetyRecord.acceptedAt"), moment(acceptedAt)],
    ...(rightsAt === null ? [] : [[say("safetyRecord.rightsAt"), moment(rightsAt)] as const]),
    [say("safetyRecord.deadlineAt"), moment(deadlineAt)],
    // A reset has done what it does once its units are closed; only a shutdown remains in effect.
    ...(operation.kind === "shutdown" || endedAt !== null
      ? [
          [
            say("safetyRecord.endedAt"),
            endedAt === null ? say("safetyRecord.current") : moment(endedAt),
          ] as const,
        ]
      : []),
    [say("safetyRecord.proven"), say("safetyRecord.provenOf", { proven, units: units.length, dark })],
    [
      say("safetyRecord.safeAfter"),
      safeAfterS === null ? say("safetyRecord.never") : `${decimal(safeAfterS)} s`,
    ],
  ];
}

function listUnitRows({ units }: RecordContent, { say, moment, decimal }: Texts): string[][] {
  return units
    .slice(0, MAX_LISTED)
    .map((unit) => [
      unit.slotLabel === "" ? unit.sn : `${unit.slotLabel} · ${unit.sn}`,
      unit.isDark ? say("safetyRecord.dark") : say(`safetyRecord.unit.${unit.state}`),
      moment(unit.sentAt),
      moment(unit.acknowledgedAt),
      moment(unit.provenAt),
      `${decimal(unit.outputV)} / ${decimal(unit.inputV)}`,
    ]);
}

function listStringRows({ strings }: RecordContent, { say, decimal }: Texts): string[][] {
  return strings
    .slice(0, MAX_LISTED)
    .map(({ sn, slotLabel, gatewaySn, units, proven, unlinkedUnits, otherHalfV, maxV, level }) => [
      [
        sn === null
          ? say("safetyRecord.stringUnknown", { gateway: gatewaySn ?? "–" })
          : [slotLabel, sn].filter((part) => part !== "").join(" · "),
        ...(unlinkedUnits > 0 ? [say("safetyRecord.stringUnlinked", { count: unlinkedUnits })] : []),
        ...(otherHalfV > 0 ? [say("safetyRecord.stringOtherHalf", { volts: decimal(otherHalfV) })] : []),
      ].join(" "),
      `${proven} / ${units}`,
      `≤ ${decimal(maxV)} V`,
      say(`safetyRecord.level.${level}`),
    ]);
}

/**
 * Whether the record sums the voltages of strings: that of a shutdown of the whole plant does. Of a drill of a string only its own
 * units are known: others, which were not opened, may belong to it. So it is with a single unit.
 */
export const hasStrings = ({ kind, string, unit }: Pick<RecordRow, "kind" | "string" | "unit">): boolean =>
  kind === "shutdown" && string === null && unit === null;

/** What proves a unit open; the limits by model where they differ. */
function listOpenNotes({ rules, units }: RecordContent, { say, number }: Texts): string[] {
  const ofModels = [...new Map(units.map(({ model, maxOpenOutputV }) => [model, maxOpenOutputV]))].sort();
  const limits = [...new Set(ofModels.map(([, limit]) => limit))].sort((one, other) => one - other);
  if (limits.length === 0) return [];
  const rule = say("safetyRecord.rule", { output: limits.map(number).join(" / "), input: rules.minInputV });
  if (limits.length < 2) return [rule];
  const models = ofModels.map(([model, limit]) => `${model} ${number(limit)} V`).join(" · ");
  return [rule, say("safetyRecord.modelRule", { models })];
}

/** What the time and the units mean where a string, or a single unit, was opened. */
function listStringNotes({ operation: { kind, ...operation } }: RecordContent, { say }: Texts): string[] {
  const device = operation.string ?? operation.unit;
  if (device === null || kind !== "shutdown") return [];
  if (device.type !== "MCON" && device.type !== "SCON") return [say("safetyRecord.unitOnly")];
  const relay = device.type === "MCON" ? [say("safetyRecord.relayRule")] : [];
  return [say("safetyRecord.stringOnly"), ...relay];
}

const titleOf = ({ kind, isDrill, unit }: RecordContent["operation"]): MessageKey => {
  if (unit !== null)
    return kind === "shutdown" ? "safetyRecord.titleUnitOpen" : "safetyRecord.titleUnitClose";
  if (kind === "reset") return "safetyRecord.titleReset";
  return isDrill ? "safetyRecord.titleDrill" : "safetyRecord.title";
};

/** The table of strings. */
function listStringTables(content: RecordContent, texts: Texts): ReportDocument["tables"] {
  const { say } = texts;
  if (!hasStrings(content.operation)) return [];
  return [
    {
      title: say("safetyRecord.strings"),
      columns: [
        { title: say("safetyRecord.string"), share: 1.4 },
        { title: say("safetyRecord.stringProven") },
        { title: say("safetyRecord.stringVoltage") },
        { title: say("safetyRecord.stringLevel"), share: 1.4 },
      ],
      rows: listStringRows(content, texts),
      emptyText: say("safetyRecord.noUnits"),
    },
  ];
}

/** The record of an operation on paper, with the signature of its JSON file. */
export function writeRecordDocument(
  { content, publicKey, signature }: SignedRecord<RecordContent>,
  language: Language,
): ReportDocument {
  const { brand, plant, operation, createdAt, units, ledger } = content;
  const texts = createTexts(language, plant.timeZone);
  const { say, moment } = texts;
  const isCut = units.length > MAX_LISTED || ledger.rows.length > MAX_LISTED;
  return {
    locale: DOCUMENT_LOCALES[language],
    brand,
    title: plant.name,
    subtitle: say(titleOf(operation)),
    facts: listFacts(content, texts),
    figures: [],
    tables: [
      ...listStringTables(content, texts),
      {
        title: say("safetyRecord.units"),
        columns: [
          { title: say("safetyRecord.unitName"), share: 1.4 },
          { title: say("safetyRecord.state") },
          { title: say("safetyRecord.sentAt") },
          { title: say("safetyRecord.acknowledgedAt") },
          { title: say("safetyRecord.provenAt") },
          { title: say("safetyRecord.volts"), share: 0.8 },
        ],
        rows: listUnitRows(content, texts),
        emptyText: say("safetyRecord.noUnits"),
      },
      {
        title: say("safetyRecord.ledger"),
        columns: [
          { title: say("safetyRecord.number"), share: 0.4 },
          { title: say("safetyRecord.at") },
          { title: say("safetyRecord.entry") },
          { title: say("safetyRecord.by") },
          { title: "SHA-256", share: 2 },
        ],
        rows: ledger.rows
          .slice(0, MAX_LISTED)
          .map(({ number, at, kind, actorName, hash }) => [
            ...[String(number), moment(at), say(`safetyRecord.entry.${kind as LedgerKind}`)],
            ...[actorName ?? "", hash],
          ]),
        emptyText: say("safetyRecord.noUnits"),
      },
    ],
    notesTitle: say("safetyRecord.notes"),
    notes: [
      ...listOpenNotes(content, texts),
      ...listStringNotes(content, texts),
      ...(hasStrings(content.operation)
        ? [
            say("safetyRecord.stringRule", {
              outside: content.rules.maxStringOutsideV,
              inside: content.rules.maxStringInsideV,
              factor: content.rules.coldModuleFactor,
            }),
          ]
        : []),
      say("safetyRecord.signed", { key: publicKey, signature }),
      say("safetyRecord.notInitiator"),
      ...(isCut ? [say("safetyRecord.cut", { count: MAX_LISTED })] : []),
    ],
    footer: `${brand} · ${moment(createdAt)} (${plant.timeZone})`,
    pageText: "{page} / {pages}",
    sheetName: say("safetyRecord.title"),
  };
}
