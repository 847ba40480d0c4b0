import type { Plugin } from "vite";

// The two places where Ant Design's style engine turns a number into a length: the values of its CSS variables and
// the numbers written straight into styles. Its own transformer sees only the second.
const patches = [
  { file: "@ant-design/cssinjs/es/util/css-variables.js", from: "`${value}px`", value: "value" },
  {
    file: "@ant-design/cssinjs/es/hooks/useStyleRegister.js",
    from: "`${formatValue}px`",
    value: "formatValue",
  },
];

/** Makes Ant Design's lengths follow the root font (R9.3): n px become n/10 rem; hairlines stay hairlines. */
export function antdRem(): Plugin {
  const seen = new Set<string>();
  return {
    name: "antd-rem",
    apply: "build",
    transform(code, id) {
      const patch = patches.find(({ file }) => id.replaceAll("\\", "/").split("?")[0]?.endsWith(file));
      if (patch === undefined) return;
      if (!code.includes(patch.from))
        throw new Error(`antd-rem: ${patch.file} has no ${patch.from} any more`);
      seen.add(patch.file);
      const { value } = patch;
      return {
        code: code.replace(patch.from, `(Math.abs(${value}) <= 1 ? ${value} + "px" : ${value} / 10 + "rem")`),
        map: null,
      };
    },
    buildEnd(error) {
      if (error === undefined && seen.size !== patches.length)
        this.error(`antd-rem: patched ${[...seen].join(", ")} of ${patches.length} files`);
    },
  };
}
