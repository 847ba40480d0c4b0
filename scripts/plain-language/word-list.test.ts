import { expect, it } from "vitest";
import { findWords } from "./find-words.ts";
import { wordRules } from "./word-list.ts";

const find = (text: string, path = "src/sample.ts"): string[] =>
  findWords({ path, text }, wordRules).map((finding) => finding.text);

it.each([
  "takeAccount",
  "tellOfPassword",
  "MOST_KEPT",
  "leastLength",
  "dropProofs",
  "isInReach",
  "firstLook",
  "neighbourSearches",
  "createNewcomers",
  "isNews",
  "forgive",
  "setAside",
  "putAway",
  "unfold",
  "steady",
  "Blank",
  "isStorageAway",
  "keptPages",
  "noneFits",
  "saveAtOnce",
  "nobodyText",
])("finds the declared name %s", (name) => {
  expect(find(`const ${name} = 1;`)).toEqual([name]);
});

it.each([
  "takeSnapshot",
  "tallest",
  "almost",
  "lookUpPlant",
  "openClickHouse",
  "isHolding",
  "toFixed",
  "foldout",
  "roommate",
  "answer",
  "outfits",
])("accepts the declared name %s unless the list has it", (name) => {
  expect(find(`const ${name} = 1;`)).toEqual(name === "answer" ? ["answer"] : []);
});

it.each([
  ["The user is told by mail.", "is told"],
  ["Holds the account until the end.", "Holds the account"],
  ["Plants in reach of the caller.", "in reach"],
  ["The page asks at the first look.", "first look"],
  ["A report that is set aside.", "set aside"],
  ["They put this notice away.", "put this notice away"],
  ["The password that holds now.", "holds now"],
  ["While storage is away, nothing is written.", "While storage is away"],
  ["Nothing fits the filter.", "Nothing fits"],
  ["Plants stand here.", "stand"],
  ["The end lies after the start.", "lies"],
  ["It ends at once.", "at once"],
  ["It closes by itself.", "by itself"],
  ["From then on it is public.", "From then on"],
  ["Whoever signs in sees it.", "Whoever"],
])("finds in a comment: %s", (comment, found) => {
  expect(find(`// ${comment}`)).toEqual([found]);
});

it.each([
  "It takes 5 s and takes place on the server.",
  "The index tells rows apart.",
  "At most ten rows, at least one, the longest first.",
  "The server cannot be reached.",
  "It looks up the plant and looks at its name.",
  "It stands for the unit.",
  "A live value.",
  "Five units at a time, on and off.",
])("accepts in a comment: %s", (comment) => {
  expect(find(`// ${comment}`)).toEqual([]);
});
