import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "@heliograph/contract";
import { draftForms, endpoints } from "@heliograph/contract";
import { isSecretName } from "@heliograph/contract/draft-forms";
import { expect, it } from "vitest";
import { describeForm } from "../../../vite/form-schema.ts";

const root = join(import.meta.dirname, "../..");
const sources = globSync("**/*.tsx", { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8"),
}));

/** Forms with nothing to keep on the server: signed out (registering keeps in the tab), or all they hold is a password, a code, or one line that a box asks for. */
const keepNothing = [
  "app/frame/step-up-dialog.tsx",
  "features/personal/password-dialog.tsx",
  "features/personal/totp-dialog.tsx",
  "features/session/forgot-form.tsx",
  "features/session/login-form.tsx",
  "features/session/register-form.tsx",
  "features/session/second-step.tsx",
  "shared/ui/asker.tsx",
];
/** Drawn by a page that keeps what is typed in it. */
const keptByItsPages = ["features/station-editor/station-editor.tsx"];
/** A password alone; a name typed to confirm what cannot be undone. */
const keepNoDraft = ["account.resetPassword", "permission.override"];

const schemaForms = sources.flatMap(({ text }) =>
  [...text.matchAll(/from "virtual:form\/([\w.]+)"/g)].map(([, name]) => String(name)),
);
const endpointOf = (name: string): Endpoint => {
  const [area = "", key = ""] = name.split(".");
  return (endpoints as unknown as Record<string, Record<string, Endpoint>>)[area]?.[key] as Endpoint;
};

it("every form keeps what is typed in it, by one mechanism [R8.2]", () => {
  const ownForms = sources.filter(({ text }) => text.includes("<form"));
  const forgetful = ownForms
    .filter(({ text }) => !text.includes("useDraft") && !text.includes("useSchemaForm("))
    .map(({ path }) => path);
  expect(forgetful.sort()).toEqual([...keepNothing, ...keptByItsPages].sort());
  const users = sources.filter(({ text }) => /<StationEditor\b/.test(text));
  expect(users.map(({ text }) => text.includes("useDraft<"))).toEqual([true, true]);
});

it("every form made from a call's body has a draft on the server, and none with a secret in it [R8.2]", () => {
  expect(schemaForms.length).toBeGreaterThan(15);
  const without = schemaForms.filter(
    (name) => !(draftForms as readonly string[]).includes(endpointOf(name).path),
  );
  expect(without.sort()).toEqual(keepNoDraft);
  const secrets = schemaForms.flatMap((name) =>
    describeForm(endpointOf(name).body as NonNullable<Endpoint["body"]>)
      .fields.map(({ path }) => path)
      .filter(isSecretName)
      .map((path) => `${name} ${path}`),
  );
  expect(secrets.sort()).toEqual(["account.addAccount password", "account.resetPassword password"]);
});
