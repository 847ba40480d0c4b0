import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { describeForm } from "../../../vite/form-schema.ts";
import { findProblem, requireAlways } from "../../shared/form/rules.ts";

const describe = ({ body }: { readonly body?: unknown }) =>
  describeForm(body as Parameters<typeof describeForm>[0]).fields;
const register = describe(endpoints.registry.register);
const login = describe(endpoints.token.login);

function check(fields: typeof register, path: string) {
  const field = fields.find((each) => each.path === path);
  if (field === undefined) throw new Error(`no field ${path}`);
  return (typed: string, others = {}) => findProblem(field, typed, others)?.key;
}

test("asks for a correct email or phone number [R5.3]", () => {
  const target = check(register, "target");
  expect(target("ana@example.org")).toBeUndefined();
  expect(target(" +49 30 123-456 ")).toBeUndefined();
  expect(target(" ")).toBe("field.required");
  for (const wrong of ["ana@", "a@b", "a b@example.org"]) expect(target(wrong)).toBe("field.email");
  for (const wrong of ["abc", "12ab"]) expect(target(wrong)).toBe("field.contact");
  for (const wrong of ["12", "+49", "1 2 3"]) expect(target(wrong)).toBe("field.phone");
});

test("takes an email or a phone number in any notation to sign in, and asks for a correct one otherwise [R5.4]", () => {
  const account = check(login, "account");
  for (const right of ["root@heliograph.local", "139 1234 5678", "+49 (30) 123.456"])
    expect(account(right)).toBeUndefined();
  for (const wrong of ["abc", "ana@", "1234"]) expect(account(wrong)).toBe("field.contact");
  expect(account(" ")).toBe("prompt.account");
  // The server still looks up whatever is sent: the rule guides the form, it does not lock an account out.
  const body = { account: "abc", password: "x", endpoint: "WEB" };
  expect(endpoints.token.login.body?.safeParse(body).success).toBe(true);
});

test("asks for a code of six digits [R5.17]", () => {
  const code = check(register, "code");
  expect(code(" 012345 ")).toBeUndefined();
  expect(code("")).toBe("field.required");
  expect(code("12345")).toBe("field.verificationCode");
});

test("takes 6 to 16 characters, the same twice [R5.15] [R5.16]", () => {
  const password = check(register, "password");
  expect(["12345", "A".repeat(17)].map((typed) => password(typed))).toEqual([
    "field.password",
    "field.password",
  ]);
  expect(["Sun-6x", "Sixteen-letters!", " sun 6 "].map((typed) => password(typed))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const confirm = check(register.map(requireAlways), "confirmPassword");
  expect(confirm("Sun-6y", { password: "Sun-6x" })).toBe("field.confirmPassword");
  expect(confirm("Sun-6x", { password: "Sun-6x" })).toBeUndefined();
  expect(["", "Sun-6x"].map((typed) => confirm("", { password: typed }))).toEqual([
    "field.required",
    "field.required",
  ]);
});

test("asks for the agreement to be accepted on registering [R5.18]", () => {
  const agree = register.find(({ path }) => path === "agree");
  expect(agree && findProblem(agree, false)?.key).toBe("field.agree");
  expect(agree && findProblem(agree, true)).toBeUndefined();
});
