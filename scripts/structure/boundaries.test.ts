import { expect, it } from "vitest";
import { checkBoundaries } from "./boundaries.ts";

const modules = "apps/server/src/modules";

/** Messages for files given as `path: imported specifier`. */
const check = (files: Record<string, string>): string[] =>
  checkBoundaries(
    new Map(Object.entries(files).map(([path, specifier]) => [`${modules}/${path}`, `from "${specifier}"`])),
  ).map(({ file, message }) => `${file.slice(modules.length + 1)} ${message}`);

it("accepts an import of a service in the same or an earlier group", () => {
  expect(
    check({
      "people/roles/roles.service.ts": "../../base/access/access.service.ts",
      "people/identity/sessions/tokens.ts": "../../companies/companies.service.ts",
    }),
  ).toEqual([]);
});

it("accepts any file of the own module and of infra", () => {
  expect(
    check({
      "people/identity/sessions/tokens.ts": "../sign-in/tickets.repository.ts",
      "people/roles/roles.service.ts": "../../../infra/clock.ts",
    }),
  ).toEqual([]);
});

it.each(["../roles/roles.repository.ts", "../roles/inner/inner.service.ts"])(
  "refuses another module's %s",
  (specifier) => {
    expect(check({ "people/accounts/a.ts": specifier })).toEqual([
      expect.stringContaining("people/accounts/a.ts imports people/roles/"),
    ]);
  },
);

it("accepts shared SQL in the repositories of its users and refuses it elsewhere", () => {
  const fragment = "../../base/access/offer-sql.ts";
  expect(check({ "people/sharing/grants.repository.ts": fragment })).toEqual([]);
  expect(check({ "people/sharing/grants.ts": fragment })).toEqual([
    expect.stringContaining("declared users"),
  ]);
  expect(check({ "people/roles/a.repository.ts": fragment })).toEqual([
    expect.stringContaining("declared users"),
  ]);
});

it("accepts a service with declared users in their modules and refuses it elsewhere", () => {
  const service = "../accounts/password-hashes.service.ts";
  expect(check({ "people/identity/passwords.service.ts": service })).toEqual([]);
  expect(check({ "people/account-admin/account-credentials.ts": service })).toEqual([
    expect.stringContaining("only people/identity does"),
  ]);
});

it("refuses a service that re-exports", () => {
  const text = 'import { a } from "./a.ts";\nexport { a };';
  expect(checkBoundaries(new Map([[`${modules}/base/audit/audit.service.ts`, text]]))).toEqual([
    expect.objectContaining({ message: expect.stringContaining("re-exports") }),
  ]);
});

it("refuses an import of a later group", () => {
  expect(check({ "base/audit/a.ts": "../../people/identity/identity.service.ts" })).toEqual([
    expect.stringContaining("order of groups"),
  ]);
});

it("refuses modules that import each other, whether types or values", () => {
  expect(
    check({
      "people/roles/a.ts": "../accounts/accounts.service.ts",
      "people/accounts/b.ts": "../roles/roles.service.ts",
    }),
  ).toEqual([expect.stringContaining("people/roles → people/accounts → people/roles")]);
});

it("refuses a module outside the groups", () => {
  expect(check({ "other/a/a.ts": "./b.ts" })).toEqual([expect.stringContaining("in no module")]);
});
