import { defineConfig } from "vite";

const SERVER = "http://127.0.0.1:8000"; // of `serpentina serve`, for `npm run dev`

// The page's security policy allows scripts and styles of our own files only, so nothing is inlined.
export default defineConfig({
  build: {
    outDir: "../src/serpentina/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
});
