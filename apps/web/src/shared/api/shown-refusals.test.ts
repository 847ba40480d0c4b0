import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = globSync("**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !file.includes(".test."))
  .map((file) => ({ file: file.replaceAll("\\", "/"), text: readFileSync(join(root, file), "utf8") }));
const placed = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/refusalIn: "(\w+)"/gu)].map(([, place = ""]) => ({ file, place, text })),
);

/** Puts the sentence on screen and says so. */
const showsRefusal =
  /\b(sentenceOf|sentencesOf|noteShown|useShown|refusals\.quote|form\.submit|form\.run|form\.showRefusal)\(|<FailedState\b|<EmptyState\b/u;

/** Files that pass the refusal on to the component that shows it. */
const shownBy: Readonly<Record<string, string>> = {
  "features/home/list/share-plants-dialog.tsx": "shared/form/use-form.ts",
  "features/home/list/tags-dialog.tsx": "shared/form/use-form.ts",
  "features/layout/editor/send-picture.ts": "features/layout/editor/background-panel.tsx",
  "shared/roof/draft/use-draft-saving.ts": "shared/roof/draft/saving-note.tsx",
  "features/members/delete-dialog.tsx": "shared/form/use-form.ts",
  "features/personal/avatar-field.tsx": "shared/ui/form/picture-upload.tsx",
  "features/phone/alarm-access.ts": "features/phone/phone-plants-page.tsx",
  "features/phone/use-phone-plant.ts": "features/phone/phone-plant-page.tsx",
  "features/phone/use-phone-plants.ts": "features/phone/phone-plants-page.tsx",
  "features/phone/use-plant-data.ts": "features/phone/phone-curve.tsx",
  "features/phone/use-public-plants.ts": "features/phone/public-plants-page.tsx",
  "features/reports/create-dialog.tsx": "shared/form/use-form.ts",
  "features/session/forgot-form.tsx": "features/session/use-code-sign-in.ts",
  "features/session/passkey-sign-in.ts": "features/session/login-form.tsx",
  "features/session/register-form.tsx": "features/session/use-code-sign-in.ts",
  "features/system/firmware/send-file.ts": "features/system/firmware/use-upload.ts",
  "features/system/providers/qr-picture-field.tsx": "shared/ui/form/picture-upload.tsx",
  "shared/form/use-endpoint-form.ts": "shared/form/use-form.ts",
  "shared/views/save-view-dialog.tsx": "shared/form/use-form.ts",
};

/** The only callers that announce a refusal themselves; drafts do not while the page says that it is offline. */
const announcers = ["shared/api/api.ts", "shared/api/query-cache.ts", "shared/drafts/use-draft.tsx"];

it("finds the calls that declare where their refusal is shown", () => {
  expect(placed.length).toBeGreaterThan(20);
});

it.each(placed.filter(({ place }) => place !== "caller"))(
  "a refusal that $file declares for a $place is shown there [R7.17, R8.3]",
  ({ file, text }) => {
    const shower = shownBy[file];
    const shown = shower === undefined ? text : sources.find((source) => source.file === shower)?.text;
    expect(shown).toMatch(showsRefusal);
  },
);

it("no other call keeps its refusal to itself [R7.17, R8.3]", () => {
  expect(
    placed
      .filter(({ place }) => place === "caller")
      .map(({ file }) => file)
      .sort(),
  ).toEqual(announcers);
  // Handed on by name only where the one place is declared by the component that calls.
  const handedOn = sources.filter(({ text }) => /refusalIn(?!:)/u.test(text)).map(({ file }) => file);
  expect(handedOn.sort()).toEqual(["shared/api/queries.ts", "shared/api/request.ts"]);
});
