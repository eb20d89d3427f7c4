import { parseFile } from '../boundaries/imports.ts';
import { isTestFile, locationOf, type FileLocation } from '../boundaries/location.ts';

export const startMark = '<!-- module-map:start -->';
export const endMark = '<!-- module-map:end -->';

/** The entry file of a layer and how it is drawn. */
interface ModuleMap {
  /** Module → names its `index.ts` exports. */
  modules: Map<string, string[]>;
  features: Set<string>;
  /** Arrows between layers, each once, as `from → to`. */
  arrows: Set<string>;
}

/**
 * Draws the project as the code is: the workspaces, the modules with what their `index.ts` offer, and who calls whom,
 * as a Mermaid graph. Pure; takes path → source of the workspaces. Tests are no part of the picture.
 */
export function drawModuleMap(files: Map<string, string>): string {
  const map = readModules(files);
  const modules = [...map.modules].sort(([a], [b]) => compare(a, b));
  const layers = modules.map(([name, exported]) => `      ${name}["${[`<b>${name}</b>`, ...exported].join('<br/>')}"]`);
  const arrows = [...map.arrows].sort(compare).map((arrow) => `  ${arrow}`);
  const features = [...map.features].sort(compare).map((name) => `    web_${identifier(name)}["${name}"]`);
  return [
    '```mermaid',
    'flowchart LR',
    '  contract["<b>contract</b><br/>what crosses the wire"]',
    ...(has(files, 'respond') ? ['  respond["<b>respond</b><br/>the respondent page"]'] : []),
    ...(has(files, 'inbox') ? ['  inbox["<b>inbox</b><br/>the notification widget"]'] : []),
    '  subgraph web["web"]',
    ...features,
    '  end',
    '  subgraph server["server"]',
    '    main["<b>main</b><br/>wires, listens, stops"]',
    '    platform["<b>platform</b><br/>the plumbing"]',
    '    subgraph modules["modules and their interfaces"]',
    ...layers,
    '    end',
    '  end',
    ...arrows,
    '```',
  ].join('\n');
}

/** Puts a picture between the marks of a document. Throws when the marks are missing. */
export function placePicture(document: string, picture: string): string {
  const start = document.indexOf(startMark);
  const end = document.indexOf(endMark);
  if (start === -1 || end < start) throw new Error(`the document needs ${startMark} and, below it, ${endMark}`);
  return `${document.slice(0, start + startMark.length)}\n${picture}\n${document.slice(end)}`;
}

function readModules(files: Map<string, string>): ModuleMap {
  const map: ModuleMap = { modules: new Map(), features: new Set(), arrows: new Set() };
  for (const [path, source] of files) {
    if (isTestFile(path)) continue;
    const parsed = parseFile(path, source, (one) => files.has(one));
    const from = locationOf(path);
    if (from.layer === 'module' && from.name && !map.modules.has(from.name)) map.modules.set(from.name, []);
    if (from.layer === 'module' && from.name && from.isIndex) map.modules.set(from.name, exportedNames(parsed.program));
    if (from.workspace === 'web' && from.layer === 'feature' && from.name) map.features.add(from.name);
    for (const { target } of parsed.imports) {
      if (target.kind === 'file') addArrow(map, from, locationOf(target.path));
    }
  }
  return map;
}

/** Modules among themselves one by one; everything else by the layer, so that the picture can be read. */
function addArrow({ arrows }: ModuleMap, from: FileLocation, to: FileLocation): void {
  if (from.workspace === 'server' && to.workspace === 'server') {
    if (from.layer === 'module' && to.layer === 'module' && from.name !== to.name)
      arrows.add(`${from.name} --> ${to.name}`);
    if (from.layer === 'module' && to.layer === 'platform') arrows.add('modules --> platform');
    if (from.layer === 'main' && to.layer === 'module') arrows.add('main --> modules');
    if (from.layer === 'main' && to.layer === 'platform') arrows.add('main --> platform');
    return;
  }
  const drawn = ['contract', 'server', 'web', 'respond', 'inbox'];
  if (from.workspace === to.workspace || !drawn.includes(from.workspace) || !drawn.includes(to.workspace)) return;
  arrows.add(`${from.workspace} --> ${to.workspace}`);
}

function exportedNames(program: ReturnType<typeof parseFile>['program']): string[] {
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return [];
    return node.specifiers.flatMap(({ exported, exportKind }) => {
      return exportKind !== 'type' && exported.type === 'Identifier' ? [exported.name] : [];
    });
  });
}

function has(files: Map<string, string>, workspace: string): boolean {
  return [...files.keys()].some((path) => path.startsWith(`${workspace}/src/`));
}

/** Mermaid reads some words as its own; a prefix and no hyphen keep a feature's name a name. */
function identifier(name: string): string {
  return name.replaceAll('-', '_');
}

/** One order on every machine, whatever its language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
