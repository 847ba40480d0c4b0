/** The first, the last and the pages around the shown one; undefined is a gap. Never more than seven places. */
export function pagesAround(page: number, last: number): (number | undefined)[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1);
  if (page <= 4) return [1, 2, 3, 4, 5, undefined, last];
  if (page >= last - 3) return [1, undefined, last - 4, last - 3, last - 2, last - 1, last];
  return [1, undefined, page - 1, page, page + 1, undefined, last];
}
