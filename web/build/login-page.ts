import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { locales } from '../src/lib/locales.ts';

/** The server puts the nonce of each answer in its place. */
export const noncePlace = '__CSP_NONCE__';
/** What the login page is drawn with, in the language that it has before anybody chooses one. */
const code = 'features/access/LoginPage.tsx';
const texts = ['shell', 'ui', 'errors', 'access'].map((namespace) => `locales/pt/${namespace}.json`);

/**
 * Writes `login.html` beside `index.html`: the same page, which asks at once for the code and the texts of the login page, and
 * shows its title until they stand. By `index.html` a browser learns of them when it has run all that comes before, one round
 * trip later.
 */
export function loginPage(): Plugin {
  return {
    name: 'login-page',
    enforce: 'post',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('the build has no index.html');
        const html = String(page.source);
        const links = linksTo(bundle, [code, ...texts]).filter((link) => !html.includes(hrefOf(link)));
        this.emitFile({
          type: 'asset',
          fileName: 'login.html',
          source: html
            .replace('</head>', () => `${links.map((link) => `  ${link}\n  `).join('')}</head>`)
            .replace(endOfSplash, (end) => `${loginPicture(html)}${end}`),
        });
      },
    },
  };
}

/** After the splash, in what the app replaces by itself. */
const endOfSplash = /(?<=<\/svg>\s*<\/div>)\s*<\/div>/;

/** What the login page looks like before its code has come, in the language that the browser has chosen, with the splash's mark. */
function loginPicture(page: string): string {
  const [mark] = /<path[^]*?(?=<\/svg>)/.exec(page) ?? [];
  if (!mark) throw new Error('index.html has no mark');
  const texts = Object.entries(locales).map(([language, locale]) => {
    const file = readFileSync(join(import.meta.dirname, `../src/locales/${language}/access.json`), 'utf8');
    const { login } = JSON.parse(file) as { login: { title: string; text: string } };
    return [language, { locale, title: login.title, text: login.text }];
  });
  return readFileSync(join(import.meta.dirname, 'login-picture.html'), 'utf8')
    .replace('__MARK__', () => mark)
    .replace('__TEXTS__', () => JSON.stringify(Object.fromEntries(texts)).replaceAll('<', String.raw`\u003c`))
    .replace(/\n\s*/g, '\n');
}

/** The links that fetch the chunks of these sources with all that each imports, and their styles. */
function linksTo(bundle: Rolldown.OutputBundle, sources: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const found = new Set<Rolldown.OutputChunk>();
  const take = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) take(chunks.find(({ fileName }) => fileName === name));
  };
  for (const source of sources) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/src/${source}`));
    if (!chunk) throw new Error(`the build has no chunk of ${source}`);
    take(chunk);
  }
  for (const { fileName, moduleIds } of found) {
    // A fifth of what a page needs, and no use before somebody types.
    if (moduleIds.some((id) => id.includes('/node_modules/zod/')))
      throw new Error(`${fileName}, which the login page waits for, holds the library of schemas`);
  }
  const styles = new Set([...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  return [
    ...[...found].map(
      ({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}" nonce="${noncePlace}">`,
    ),
    ...[...styles].map((name) => `<link rel="stylesheet" crossorigin href="/${name}" nonce="${noncePlace}">`),
  ];
}

function hrefOf(link: string): string {
  return /href="[^"]+"/.exec(link)?.[0] ?? link;
}
