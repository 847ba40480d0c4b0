import type { Plugin } from "vite";

interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const rem = (value: string): string => `(Math.abs(${value}) <= 1 ? ${value} + "px" : ${value} / 10 + "rem")`;

const pixels = (value: string): string => `\`\${${value}}px\``;

const patches: readonly Patch[] = [
  // The two places where the style engine turns a number into a length: the values of its CSS variables and the
  // numbers written straight into styles. Its own transformer sees only the second.
  { file: "@ant-design/cssinjs/es/util/css-variables.js", from: pixels("value"), to: rem("value") },
  {
    file: "@ant-design/cssinjs/es/hooks/useStyleRegister.js",
    from: pixels("formatValue"),
    to: rem("formatValue"),
  },
  // Its icons call themselves by their English file names; they stand beside words, or in buttons with their own.
  {
    file: "@ant-design/icons/es/components/AntdIconLight.js",
    from: `role: "img",\n    "aria-label": icon.name`,
    to: `"aria-hidden": true`,
  },
  // Styles written for a moment (measuring a scroll bar) forget the nonce that ConfigProvider was given.
  {
    file: "@rc-component/util/es/Dom/dynamicCSS.js",
    from: "  if (csp?.nonce) {\n    styleNode.nonce = csp?.nonce;\n  }",
    to: `  styleNode.nonce = csp?.nonce ?? document.querySelector('meta[name="csp-nonce"]')?.content;`,
  },
];

/**
 * Makes Ant Design's lengths follow the root font (R9.3: n px become n/10 rem, hairlines stay hairlines), its styles
 * pass the content security policy and its icons keep silent. A line that is gone stops the build.
 */
export function antdPatches(): Plugin {
  const seen = new Set<string>();
  return {
    name: "antd-patches",
    apply: "build",
    transform(code, id) {
      const patch = patches.find(({ file }) => id.replaceAll("\\", "/").split("?")[0]?.endsWith(file));
      if (patch === undefined) return;
      if (!code.includes(patch.from))
        throw new Error(`antd-patches: ${patch.file} has no ${patch.from} any more`);
      seen.add(patch.file);
      return { code: code.replace(patch.from, patch.to), map: null };
    },
    buildEnd(error) {
      if (error === undefined && seen.size !== patches.length)
        this.error(`antd-patches: patched ${[...seen].join(", ")} of ${patches.length} files`);
    },
  };
}
