import { defineConfig } from "vite";
import { ADDRESS, pyodide } from "./pyodide.mjs";

const SERVER = "http://127.0.0.1:8000"; // of `serpentina serve`, for `npm run dev`

// The page's security policy allows scripts and styles of our own files only, so nothing is inlined.
export default defineConfig({
  plugins: [pyodide()],
  define: { PYODIDE: JSON.stringify(ADDRESS) },
  build: {
    outDir: "../src/serpentina/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rollupOptions: {
      input: { index: "index.html", sw: "src/along/sw.ts" },
      // A service worker keeps its address, above all that it serves.
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        // What the start page and the pages behind it share comes in one piece.
        codeSplitting: { groups: [{ name: "words", test: /src\/(words\/\w+|along\/(where|channel)|kept|settings)\.ts$/ }] },
      },
    },
  },
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "assets/worker-[hash].js" } } },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
});
