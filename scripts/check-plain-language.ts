// `npm run words`: uses of the words in scripts/plain-language/word-list.ts may become fewer, never more. `--update` lowers
// the baseline to what is left; `--list [folder]` prints every use.
import { writeFileSync } from "node:fs";
import { findExcess, lowerBaseline } from "./plain-language/baseline.ts";
import type { Finding } from "./plain-language/find-words.ts";
import { baselineFile, findWordsInRepository, readBaseline } from "./plain-language/repository.ts";

const [option, folder = ""] = process.argv.slice(2);
const findings = findWordsInRepository();
const format = ({ path, line, text, rule }: Finding): string => `${path}:${line} "${text}" → ${rule.use}`;

if (option === "--list") {
  for (const finding of findings.filter(({ path }) => path.startsWith(folder))) console.log(format(finding));
} else if (option === "--update") {
  writeFileSync(baselineFile, `${JSON.stringify(lowerBaseline(findings, readBaseline()), null, 2)}\n`);
} else {
  const excess = findExcess(findings, readBaseline());
  for (const finding of excess) console.error(format(finding));
  if (excess.length > 0) {
    console.error("More words of the list than the baseline allows (scripts/plain-language/word-list.ts).");
    process.exitCode = 1;
  }
}
