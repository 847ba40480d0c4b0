/** Address that `/redirect` and `/redirect/:path(.*)` lead to: the path with its query, without a path the home page (R2.5). */
export function redirectTarget({ pathname, search }: { pathname: string; search: string }): string {
  // A second slash would name another server.
  const path = pathname.replace(/^\/redirect\/*/iu, "");
  return `/${path === "" ? "home" : path}${search}`;
}
