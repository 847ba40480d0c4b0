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
  // Its icons are labelled with their English file names, although they are next to text or in labelled buttons.
  {
    file: "@ant-design/icons/es/components/AntdIconLight.js",
    from: `role: "img",\n    "aria-label": icon.name`,
    to: `"aria-hidden": true`,
  },
  // Temporary styles (measuring a scroll bar) lack the nonce that ConfigProvider was given.
  {
    file: "@rc-component/util/es/Dom/dynamicCSS.js",
    from: "  if (csp?.nonce) {\n    styleNode.nonce = csp?.nonce;\n  }",
    to: `  styleNode.nonce = csp?.nonce ?? document.querySelector('meta[name="csp-nonce"]')?.content;`,
  },
  // Links of a server-rendered app prefetch their pages. Ours do not, and every first view would load that code.
  {
    file: "react-router/dist/production/lib/dom/lib.js",
    from: "let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);",
    to: "",
  },
  {
    file: "react-router/dist/production/lib/dom/lib.js",
    from: "\t\t...prefetchHandlers,\n",
    to: "",
  },
  {
    file: "react-router/dist/production/lib/dom/lib.js",
    from: "ref: mergeRefs(forwardedRef, prefetchRef),",
    to: "ref: forwardedRef,",
  },
  {
    file: "react-router/dist/production/lib/dom/lib.js",
    from: "return shouldPrefetch && !isAbsolute ? /* @__PURE__ */ React$1.createElement(React$1.Fragment, null, link, /* @__PURE__ */ React$1.createElement(PrefetchPageLinks, { page: href })) : link;",
    to: "return link;",
  },
  // Its form is for routes with actions; a name that is assigned would keep it in the bundle.
  {
    file: "react-router/dist/production/lib/dom/lib.js",
    from: "const Form = React$1.forwardRef(",
    to: "const Form = /* @__PURE__ */ React$1.forwardRef(",
  },
  { file: "react-router/dist/production/lib/dom/lib.js", from: 'Form.displayName = "Form";', to: "" },
];

/**
 * Makes Ant Design's lengths follow the root font (R9.3: n px become n/10 rem, hairlines stay hairlines), its styles
 * pass the content security policy and its icons keep silent, and leaves code out of React Router that only server
 * rendering uses. A line that is gone stops the build.
 */
export function libraryPatches(): Plugin {
  const applied = new Set<Patch>();

  function apply(code: string, patch: Patch): string {
    if (!code.includes(patch.from))
      throw new Error(`library-patches: ${patch.file} has no ${patch.from} any more`);
    applied.add(patch);
    return code.replace(patch.from, patch.to);
  }

  return {
    name: "library-patches",
    apply: "build",
    transform(code, id) {
      const path = id.replaceAll("\\", "/").split("?")[0];
      const ofFile = patches.filter(({ file }) => path?.endsWith(file));
      if (ofFile.length === 0) return;
      return { code: ofFile.reduce(apply, code), map: null };
    },
    buildEnd(error) {
      const missing = patches.filter((patch) => !applied.has(patch));
      if (error === undefined && missing.length > 0)
        this.error(`library-patches: not applied to ${missing.map(({ file }) => file).join(", ")}`);
    },
  };
}
