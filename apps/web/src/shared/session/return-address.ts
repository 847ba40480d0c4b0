const key = "heliograph.return";

/** Keeps the address to come back to after sign-in, for this tab. */
export function rememberReturn(address: string): void {
  sessionStorage.setItem(key, address);
}

/** The address sign-in leads back to. */
export function peekReturn(): string {
  const address = sessionStorage.getItem(key) ?? "/home";
  // Paths of this console only.
  return /^\/(?!\/)/.test(address) ? address : "/home";
}

export function consumeReturn(): string {
  const address = peekReturn();
  sessionStorage.removeItem(key);
  return address;
}
