import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractDefaults } from "./vite/contract-defaults.ts";
import { contractEndpoints } from "./vite/contract-endpoints.ts";
import { contractForms } from "./vite/contract-forms.ts";
import { installable } from "./vite/installable.ts";
import { libraryPatches } from "./vite/library-patches.ts";
import { measuredValues } from "./vite/measured-values.ts";
import { productFacts } from "./vite/product-facts.ts";
import { textsAsData } from "./vite/texts-as-data.ts";

// What every page loads, in two files that compress well, instead of twenty small ones: libraries, which change
// seldom, and what the start and the layouts of pages for everyone need of ours.
const firstChunks = [
  {
    name: "vendor",
    priority: 2,
    test: /\/node_modules\/(?:react|react-dom|scheduler|react-router|i18next|react-i18next)\//u,
  },
  {
    name: "base",
    priority: 1,
    test: /\/src\/(?:app\/app|shared\/(?:install|base\/theme)\/[\w-]+|shared\/session\/permissions|shared\/ui\/(?:content\/brand|menu\/(?:menu|(?:language|theme)-menu)))\.tsx?$/u,
  },
  {
    name: "session",
    priority: 1,
    test: /\/src\/(?:features\/session\/(?:agreement-line|server-choice|session-layout)|shared\/ui\/form\/(?:field|password-input))\.tsx?$/u,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [
    contractEndpoints(),
    contractDefaults(),
    productFacts(),
    contractForms(),
    measuredValues(),
    textsAsData(),
    libraryPatches(),
    installable(),
    react(),
  ],
  build: {
    target: "es2023",
    // Nothing as data: or inline script, so that the content security policy stays strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: firstChunks },
        // Every page's start lists the files of all pages: short names keep more than a kilobyte out of each first view. Rolldown
        // takes no shorter ones.
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: "assets/[hash:6][extname]",
      },
    },
    reportCompressedSize: false,
    // The drawing library is one chunk, loaded after the first view.
    chunkSizeWarningLimit: 700,
  },
  optimizeDeps: { exclude: ["@ant-design/cssinjs"] },
  server: { proxy: { "/api": "http://127.0.0.1:8080" } },
});
