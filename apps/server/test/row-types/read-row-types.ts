import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Node, SourceFile, TypeNode } from "typescript/unstable/ast";
import {
  isCallExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
} from "typescript/unstable/ast/is";
import type { Checker, Type } from "typescript/unstable/sync";
import { API, SymbolFlags, TypeFlags } from "typescript/unstable/sync";
import type { Column, RowTypes } from "./row-check.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

function listKinds(type: Type): string[] {
  if (type.isUnionType()) return type.getTypes().flatMap(listKinds);
  if (type.isIntersectionType()) return [...new Set(type.getTypes().flatMap(listKinds))];
  const { flags } = type;
  if (flags & TypeFlags.StringLike) return ["string"];
  if (flags & TypeFlags.NumberLike) return ["number"];
  if (flags & TypeFlags.BooleanLike) return ["boolean"];
  if (flags & TypeFlags.Null) return ["null"];
  if (flags & TypeFlags.Undefined) return ["undefined"];
  if (flags & TypeFlags.Object) return [type.getSymbol()?.name === "Date" ? "Date" : "object"];
  return ["any"];
}

/** Columns that a row type declares. Brands, whose names are symbols, are no columns. */
function listColumns(checker: Checker, rowType: TypeNode): Column[] {
  const type = checker.getTypeFromTypeNode(rowType);
  if (!type) throw new Error("a row type cannot be resolved");
  return checker
    .getPropertiesOfType(type)
    .filter(({ name }) => !name.startsWith("__@"))
    .map((symbol) => {
      const ofColumn = checker.getTypeOfSymbol(symbol);
      const kinds = ofColumn ? listKinds(ofColumn) : ["any"];
      const isOptional = (symbol.flags & SymbolFlags.Optional) !== 0 || kinds.includes("undefined");
      return { name: symbol.name, kinds: [...new Set(kinds)], isOptional };
    });
}

/** The row type of ``sql<Row>`…`.execute(db)`` and the position of `execute`, where the stack of the call points to. */
function readQuery(node: Node, file: SourceFile): { line: number; rowType: TypeNode } | undefined {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined;
  const { expression: query, name } = node.expression;
  if (name.text !== "execute" || !isTaggedTemplateExpression(query)) return undefined;
  const rowType = query.typeArguments?.[0];
  const line = file.text.slice(0, name.getStart(file)).split("\n").length;
  return rowType && { line, rowType };
}

/** Reads the row types of all queries in repositories with the compiler. */
export function readRowTypes(): RowTypes {
  const api = new API({ cwd: root });
  try {
    const config = `${root}tsconfig.json`;
    const project = api.updateSnapshot({ openProject: config }).getProject(config);
    if (!project) throw new Error(`${config} is no project`);
    const rowTypes: Record<string, Column[]> = {};
    const repositories = project.program
      .getSourceFileNames()
      .filter((path) => path.endsWith(".repository.ts"));
    for (const path of repositories) {
      const file = project.program.getSourceFile(path);
      const visit = (node: Node): void => {
        const query = file && readQuery(node, file);
        if (query)
          rowTypes[`${relative(root, path)}:${query.line}`] = listColumns(project.checker, query.rowType);
        node.forEachChild(visit);
      };
      if (file) visit(file);
    }
    return rowTypes;
  } finally {
    api.close();
  }
}
