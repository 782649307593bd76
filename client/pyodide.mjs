/** Python for browsers, as npm has it, put among the files that are served. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const FOLDER = "node_modules/pyodide";
const { version } = JSON.parse(readFileSync(`${FOLDER}/package.json`, "utf8"));

/** The folder in the address: another one for each version. */
export const ADDRESS = `/pyodide/${version}/`;
const LARGE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]; // kept in gzip alone
const PACKED = "python_stdlib.zip";
const LOCK = "pyodide-lock.json"; // without its list of packages: none is ever fetched

export function pyodide() {
  const read = (file) => readFileSync(`${FOLDER}/${file}`);
  const name = (file) => `${ADDRESS.slice(1)}${file}`;
  return {
    name: "pyodide",
    apply: "build",
    generateBundle() {
      const emit = (file, source) => this.emitFile({ type: "asset", fileName: name(file), source });
      for (const file of LARGE) emit(`${file}.gz`, gzipSync(read(file), { level: 9 }));
      emit(PACKED, read(PACKED));
      emit(LOCK, JSON.stringify({ info: JSON.parse(read(LOCK)).info, packages: {} }));
    },
  };
}
