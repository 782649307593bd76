import type { Plugin } from "vite";

export const ADDRESS: string;
export function pyodide(): Plugin;
