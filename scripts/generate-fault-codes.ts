// Writes docs/fault-codes.md from the catalogue of fault codes; with --check it only compares.
import type { Fault } from "@heliograph/contract/fault-codes";
import { faultNames, getFault } from "@heliograph/contract/fault-codes";
import { getFaultText } from "@heliograph/contract/fault-texts";
import { writeGenerated } from "./lib/generated.ts";

const head = `# Fault codes

Made from \`packages/contract/src/fault-codes\` by \`npm run generate\`; do not edit. The same texts exist in Chinese,
Portuguese and Thai; the console shows them in the user's language.

- Numbers are events of devices, as the device link sends them. The meaning of 0 to 20 is that of the module models 501 and
  502 of [SunSpec](https://github.com/sunspec/models); numbers these reserve have the meaning of the inverter models 101 to
  103, and 21 and 22 that of the string model 160. Bit 15 of an inverter is sent as 20, because 15 is an arc here. The
  names follow SunSpec, the texts are ours.
- \`H\` and three digits are codes of Heliograph itself: 1 communication, 2 production, 3 limits, 4 shutdown, 9 security.
  Security alarms are rows of the system log, not alarms of a device.
- Any other number is its manufacturer's. It is shown with the text of the last section.
`;

function formatText(code: string): string {
  const { cause, effect, remedy } = getFaultText("en", code);
  return [`- Cause: ${cause}`, `- What happens now: ${effect}`, `- What to do: ${remedy}`].join("\n");
}

function formatFault({ code, severity, sources, origin }: Fault): string {
  const facts = [severity, sources.join(", "), origin].join(" · ");
  return `### ${code} ${getFaultText("en", code).name}\n\n${facts}\n\n${formatText(code)}`;
}

const isOwn = ({ origin }: Fault): boolean => origin === "Heliograph";
const isSecurity = ({ code }: Fault): boolean => code.startsWith("H9");

const faults = faultNames.map(getFault);
const sections = [
  ["Events of devices", faults.filter((fault) => !isOwn(fault))],
  ["Codes of Heliograph", faults.filter((fault) => isOwn(fault) && !isSecurity(fault))],
  ["Security alarms", faults.filter(isSecurity)],
] as const;

writeGenerated(
  "docs/fault-codes.md",
  [
    head,
    ...sections.map(([title, each]) => `## ${title}\n\n${each.map(formatFault).join("\n\n")}\n`),
    `## Other codes\n\n${formatText("")}\n`,
  ].join("\n"),
);
