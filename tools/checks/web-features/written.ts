const command = 'node tools/checks/web-features.ts --write';

/** The lists of pages that the router is made of, from the paths of the web. Which comes first does not matter to it. */
export function pageLists(paths: readonly string[]): string {
  const shell = pageFiles(paths, 'routes', 'Routes');
  const open = pageFiles(paths, 'public-routes', 'PublicRoutes');
  const imports = [...open, ...shell].map(({ name, file }) => `import { ${name} } from '#web/features/${file}';`);
  return [
    `// Written from the folders of the features by \`${command}\`; never changed here.`,
    ...imports.toSorted(),
    '',
    '/** The pages behind sign-in: `routes.tsx` of each feature. */',
    ...list('shellPages', shell),
    '',
    '/** The pages without the shell around them: `public-routes.tsx` of a feature. */',
    ...list('publicPages', open),
    '',
  ].join('\n');
}

/** The types of the texts, from the paths of the web: Portuguese has all that there are. */
export function textTypes(paths: readonly string[]): string {
  const namespaces = paths.flatMap((path) => /^web\/src\/locales\/pt\/([^/]+)\.json$/.exec(path)?.[1] ?? []);
  return [
    `// Written from the texts by \`${command}\`; never changed here.`,
    "import 'i18next';",
    ...namespaces.map((name) => `import type ${camelCase(name)} from './locales/pt/${name}.json';`),
    '',
    '// A key that does not exist does not compile.',
    "declare module 'i18next' {",
    '  interface CustomTypeOptions {',
    "    defaultNS: 'shell';",
    '    resources: {',
    ...namespaces.map((name) => `      ${name.includes('-') ? `'${name}'` : name}: typeof ${camelCase(name)};`),
    '    };',
    '  }',
    '}',
    '',
  ].join('\n');
}

interface PageFile {
  /** What it exports: its feature's name with an ending. */
  readonly name: string;
  /** Its path from the folder of the features. */
  readonly file: string;
}

function pageFiles(paths: readonly string[], file: string, ending: string): PageFile[] {
  const pattern = new RegExp(`^web/src/features/([^/]+)/${file}\\.tsx$`);
  return paths.flatMap((path) => {
    const feature = pattern.exec(path)?.[1];
    return feature === undefined ? [] : [{ name: `${camelCase(feature)}${ending}`, file: `${feature}/${file}.tsx` }];
  });
}

function list(name: string, pages: readonly PageFile[]): string[] {
  return [`export const ${name} = [`, ...pages.map((page) => `  ...${page.name},`), '] as const;'];
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
