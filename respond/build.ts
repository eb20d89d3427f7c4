// Builds the respondent's page for the server: style and script become text inside `dist/render.js`; React stays outside.
import { build } from 'vite';
import type { Plugin } from 'vite';

const root = import.meta.dirname;

/** The island, minified, as text. */
async function buildIsland(): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: ['es2022', 'safari15.4'],
      lib: { entry: 'src/island.ts', formats: ['iife'], name: 'island' },
      minify: true,
    },
  });
  const chunk = [output].flat().flatMap((each) => ('output' in each ? each.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error('the island was not built');
  return chunk.code.trim();
}

/** Serves the island's text as the module `virtual:island`. */
function islandAsText(script: string): Plugin {
  const id = 'virtual:island';
  return {
    name: 'island-as-text',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    load: (wanted) => (wanted === `\0${id}` ? `export default ${JSON.stringify(script)};` : undefined),
  };
}

/** Builds the page into a folder: `render.js`. Answers the island as it stands in it. */
export async function buildPage(outDir: string): Promise<string> {
  const script = await buildIsland();
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [islandAsText(script)],
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      ssr: 'src/render.tsx',
      outDir,
      // Another process may be reading the page that stands there: files are replaced, never missing.
      emptyOutDir: false,
      target: 'node20',
      cssMinify: true,
      rolldownOptions: { external: [/^react/], output: { entryFileNames: 'render.js' } },
    },
    ssr: { noExternal: [/^@escuta\//] },
  });
  return script;
}

if (import.meta.main) {
  const script = await buildPage('dist');
  console.log(`built dist/render.js with an island of ${Buffer.byteLength(script)} bytes`);
}
