const key = "heliograph.return";

/** Keeps the address to come back to after sign-in, for this tab. */
export function rememberReturn(address: string): void {
  sessionStorage.setItem(key, address);
}

export function takeReturn(): string {
  const address = sessionStorage.getItem(key) ?? "/home";
  sessionStorage.removeItem(key);
  // Paths of this console only.
  return /^\/(?!\/)/.test(address) ? address : "/home";
}
