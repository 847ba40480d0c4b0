import { expect, it } from "vitest";
import { createKeptRegistration } from "./kept-registration.ts";

function createTab() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
  return { items, kept: createKeptRegistration(storage) };
}

const typed: Record<string, string> = {
  target: "ana@example.org",
  code: "123456",
  userName: "Ana",
  companyName: "Sun & Co",
  password: "Blue-roof-77",
  confirmPassword: "Blue-roof-77",
};
const read = (name: string): string => typed[name] ?? "";

it("what is typed to register outlives a reload, without password and code, until it is done [R8.2]", () => {
  const { items, kept } = createTab();
  expect(kept.find(undefined)).toEqual({});
  kept.keep(read);
  const again = { target: "ana@example.org", userName: "Ana", companyName: "Sun & Co" };
  expect(kept.find(undefined)).toEqual(again);
  expect([...items.values()].join()).not.toMatch(/123456|roof/);
  kept.forget();
  expect([items.size, kept.find(undefined)]).toEqual([0, {}]);
});

it("restores an invitation's input for its recipient only, and ignores unreadable input [R8.2]", () => {
  const { items, kept } = createTab();
  kept.keep(read);
  expect(kept.find("ana@example.org")).toMatchObject({ userName: "Ana" });
  expect(kept.find("otto@example.org")).toEqual({});
  for (const name of items.keys()) items.set(name, "{");
  expect(kept.find(undefined)).toEqual({});
});
