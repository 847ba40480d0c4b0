const key = "heliograph.registering";
const names = ["target", "userName", "companyName"] as const;

/** What a form for registering gets back after a reload. */
export type KeptRegistration = { readonly [Name in (typeof names)[number]]: string };

/** Keeps the input of the registration form in this tab until it is submitted (R8.2), without password and code. */
export function createKeptRegistration(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  return {
    keep(read: (name: string) => string): void {
      storage.setItem(key, JSON.stringify(Object.fromEntries(names.map((name) => [name, read(name)]))));
    },

    /** With an invitation, what was typed for whom it went to. */
    find(invitedTarget: string | undefined): Partial<KeptRegistration> {
      try {
        const kept: Partial<KeptRegistration> = JSON.parse(storage.getItem(key) ?? "{}");
        return invitedTarget === undefined || invitedTarget === kept.target ? kept : {};
      } catch {
        return {};
      }
    },

    forget: (): void => storage.removeItem(key),
  };
}
