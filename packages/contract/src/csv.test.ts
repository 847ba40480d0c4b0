import { expect, it } from "vitest";
import { CSV_START, toCsvLine } from "./csv.ts";

it("quotes what a spreadsheet would take for a formula", () => {
  expect(toCsvLine(["=1+1", "+49 30", "-x", "@sum", "\tx", "＝1"])).toBe(
    `'=1+1,'+49 30,'-x,'@sum,"'\tx",'＝1\r\n`,
  );
  expect(toCsvLine([`=HYPERLINK("x","y")`])).toBe(`"'=HYPERLINK(""x"",""y"")"\r\n`);
});

it("quotes what would begin a cell where a semicolon or a tab parts them, and keeps such text together", () => {
  expect(toCsvLine(["Bob;=1+1", "Anna, B; @SUM(1)", "a;b", "c\t-1", "a\t\t=1", "\t=1"])).toBe(
    `"Bob;'=1+1","Anna, B;' @SUM(1)","a;b","c\t'-1","a\t'\t'=1","'\t'=1"\r\n`,
  );
});

it("quotes text that begins as quoted text does", () => {
  expect(toCsvLine(["'=1", "' -x", "'a"])).toBe("''=1,'' -x,'a\r\n");
  // Inside a cell nothing is removed when it is imported, so nothing is added again.
  expect(toCsvLine(["a;'=1"])).toBe(`"a;'=1"\r\n`);
});

it("keeps numbers as numbers, negative ones too, and nothing as nothing", () => {
  expect(toCsvLine([-12.5, 0, null, undefined, true, ""])).toBe("-12.5,0,,,true,\r\n");
});

it("quotes separators, quotes, line breaks and blanks at the ends", () => {
  expect(toCsvLine(["a,b", 'say "hi"', "a\nb", " a", "屋顶"])).toBe(
    `"a,b","say ""hi""","a\nb"," a",屋顶\r\n`,
  );
});

it("begins with the mark that says UTF-8", () => {
  expect([...new TextEncoder().encode(CSV_START)]).toEqual([0xef, 0xbb, 0xbf]);
});
