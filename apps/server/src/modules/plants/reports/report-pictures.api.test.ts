import { language } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { computeEarnings } from "../../../../test/earnings.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { isFullRun } from "../../../../test/full-run.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { hasPdfReader, listPdfFonts } from "../../../../test/pdf.ts";
import {
  countMissingGlyphs,
  findOutside,
  findOverlaps,
  measureInk,
  readPdfPages,
} from "../../../../test/pdf-pages.ts";
import { createReport, produceAtNoon } from "../../../../test/reports.ts";

// Reports as they are seen: boxes of the words and the picture of each page, in the language of the longest texts too.

/** Points that pages leave empty left and right. */
const MARGIN = 46;
const DAYS_IN_JUNE = 22;

let stage: JobStage;
let owner: JobCaller;

/** A plant with names in three scripts, a month of energy, alarms and a correction, and a second one in another currency. */
beforeAll(async () => {
  stage = await openJobStage();
  owner = await stage.createCaller();
  const { db } = stage;
  const { account, plant } = owner;
  await sql`update plants set name = '屋顶一号 Telhado da fábrica หลังคาโรงงาน' where id = ${plant.id}`.execute(
    db,
  );
  const other = await createPlant(db, {
    ownerId: account.id,
    name: "Companhia Municipal de Energia do Nordeste, cobertura norte",
    installedCapacityKwp: 1234.5,
    currency: "CNY",
  });
  const days = Array.from(
    { length: DAYS_IN_JUNE },
    (_, index) => `2026-06-${String(index + 1).padStart(2, "0")}`,
  );
  // As many digits as a large plant has.
  await produceAtNoon(
    stage,
    plant.key,
    Object.fromEntries(days.map((day, index) => [day, 45_678_912 + index * 1e6])),
  );
  await produceAtNoon(stage, other.key, { "2026-06-02": 9_876_543 });
  await owner.post("/workData/powerStation/correction/add", {
    stationId: plant.id,
    day: "2026-06-03",
    energyKwh: 50_000,
  });
  const device = await createDevice(db, { type: "OPT", plantId: plant.id });
  for (const [code, severity] of [
    ["3", "fault"],
    ["7", "warning"],
    ["H301", "alarm"],
    ["98", "fault"],
  ] as const)
    await sql`
      insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at, status)
      values (${plant.id}, ${device.id}, 'device', ${code}, ${severity}, '2026-06-04T10:00:00Z', '2026-06-04T10:00:00Z',
        'unresolved')`.execute(db);
  await computeEarnings(stage, [plant.key, other.key]);
});
afterAll(async () => await stage.close());

const periods = { day: "2026-06-03", month: "2026-06", year: "2026" } as const;

// Portuguese has the longest texts.
const kinds = ["day", "year"] as const;
const ofOneSubject = [
  ...language.options.map((each) => ({ language: each, kind: "month" as const })),
  ...kinds.map((kind) => ({ language: "pt" as const, kind })),
];
const all = (["plant", "portfolio"] as const).flatMap((subject) =>
  ofOneSubject.map((wanted) => ({ ...wanted, subject })),
);
/** In `npm test` each language, kind and subject at least once. */
const isInShortRun = ({ language, kind, subject }: (typeof all)[number]): boolean =>
  subject === "plant" ? kind === "month" : language === "pt" && kind !== "month";

test.skipIf(!hasPdfReader).each(isFullRun ? all : all.filter(isInShortRun))(
  "$subject, $kind in $language: every glyph is there, no text is cut off or over another",
  async (wanted) => {
    const { kind, subject } = wanted;
    const file = await createReport(stage, owner, {
      kind,
      period: periods[kind],
      language: wanted.language,
      ...(subject === "plant" && { stationId: owner.plant.id }),
    });
    const content = file.rawPayload;
    expect(listPdfFonts(content).filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
    expect(countMissingGlyphs(content)).toBe(0);
    const pages = readPdfPages(content);
    for (const [index, page] of pages.entries()) {
      expect(findOverlaps(page)).toEqual([]);
      expect(findOutside(page, MARGIN - 1)).toEqual([]);
      expect(page.words.filter(({ text }) => /[…\uFFFD]/u.test(text))).toEqual([]);
      const { outside, inside } = measureInk(content, index + 1, MARGIN);
      expect(outside).toBe(0);
      expect(inside).toBeGreaterThan(0.005);
    }
  },
);
