import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../../..");

// Pages are loaded one by one: what only borrows the class has its styles only after a page with a list was open.
test("every file that writes a table with the class of data tables imports its styles", () => {
  const writers = globSync("**/*.tsx", { cwd: source }).filter((file) => {
    const code = readFileSync(join(source, file), "utf8");
    return /className="data-table[ "]/.test(code) && !/import ".*data-table\.css";/.test(code);
  });
  expect(writers).toEqual([]);
});
