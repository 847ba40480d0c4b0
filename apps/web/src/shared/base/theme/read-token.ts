/** Value of a token as the style sheet has it now, for canvases and component libraries. */
export function readToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
