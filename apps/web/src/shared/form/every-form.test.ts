import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "@heliograph/contract";
import { draftForms, endpoints } from "@heliograph/contract";
import { isSecretName } from "@heliograph/contract/draft-forms";
import { expect, it } from "vitest";
import { describeForm } from "../../../vite/form-schema.ts";

const root = join(import.meta.dirname, "../..");
const sources = globSync("**/*.{ts,tsx}", { cwd: root, exclude: (path) => path.includes(".test.") }).map(
  (path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }),
);

/** Forms without a draft: signed out (registering is kept in the tab), or all they hold is a password, a code or a name typed to confirm. */
const keepNoDraft = [
  "account.resetPassword",
  "apiKey.add",
  // Registered on the way to adding a device, which has the draft of both.
  "device.register",
  // About the device as it is at this moment; a date of an earlier attempt would be wrong.
  "deviceMoves.move",
  "deviceMoves.remove",
  "deviceMoves.replace",
  "devicePage.update",
  // About a file that was uploaded just before.
  "firmware.publish",
  // A device’s values are read again before they are changed: typed ones of another day would be sent over newer ones.
  "parameters.copy",
  "parameters.set",
  "permission.override",
  // A name for the list as it is shown now.
  "plantView.save",
  "registry.register",
  "registry.updateForgottenPassword",
  // Choices that begin as most users need them.
  "report.create",
  "report.updateSchedule",
  // What responders read in an emergency: an earlier draft must not be sent over newer contacts.
  "responder.save",
  "secondFactor.confirmTotp",
  "session.stepUp",
  "settings.updatePassword",
  // One line about the plants that are selected now.
  "station.changeTags",
  "station.delete",
  "token.login",
  "token.secondFactor",
];

/** Each once: a call may have a form on a phone too. */
const schemaForms = [
  ...new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/from "virtual:form\/([\w.]+)"/g)].map(([, name]) => String(name)),
    ),
  ),
];
const endpointOf = (name: string): Endpoint => {
  const [area = "", key = ""] = name.split(".");
  return (endpoints as unknown as Record<string, Record<string, Endpoint>>)[area]?.[key] as Endpoint;
};

it("every form is made by the form engine", () => {
  const users = sources.filter(({ text }) => text.includes("<form")).map(({ path }) => path);
  expect(users).toEqual(["shared/form/form.tsx"]);
});

it("every form made from a call's body has a draft on the server [R8.2]", () => {
  expect(schemaForms.length).toBeGreaterThan(15);
  const without = schemaForms.filter(
    (name) => !(draftForms as readonly string[]).includes(endpointOf(name).path),
  );
  expect(without.sort()).toEqual(keepNoDraft);
});

it("the contract marks as secret what has the name of a secret, and no draft keeps it [R8.2]", () => {
  const fields = schemaForms.flatMap((name) =>
    describeForm(endpointOf(name).body as NonNullable<Endpoint["body"]>).fields.map((field) => ({
      name: `${name} ${field.path}`,
      isMarked: field.isSecret === true,
      isNamed: isSecretName(field.path),
    })),
  );
  expect(fields.filter(({ isMarked, isNamed }) => isMarked !== isNamed)).toEqual([]);
  const kept = fields.filter(
    ({ name, isMarked }) => isMarked && !keepNoDraft.includes(name.split(" ")[0] ?? ""),
  );
  expect(kept.map(({ name }) => name).sort()).toEqual([
    "account.addAccount password",
    "device.add registrationCode",
    "settings.bindContact code",
  ]);
});
