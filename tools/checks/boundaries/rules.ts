import type { Import, SourceFile } from './imports.ts';
import { locationOf, type FileLocation } from './location.ts';
import { entryPoints, httpLibraries, modules, plainOfHttp, pureLibraries } from './table.ts';

/** One import seen from its file; `to` is missing when it leads to a library. */
export interface Step {
  file: SourceFile;
  from: FileLocation;
  import: Import;
  to?: FileLocation;
  /** The file it leads to, or the library's name. */
  target: string;
}

/** What is wrong with a step and what to do, or nothing. The key is the number of the rule in ARCHITECTURE.md. */
export const stepRules: { rule: number; check: (step: Step) => string | undefined }[] = [
  { rule: 1, check: contractImportsZodOnly },
  { rule: 1, check: platformKnowsNoModule },
  { rule: 2, check: modulesMeetAtTheirInterfaces },
  { rule: 3, check: actsKnowNoEntryPoint },
  { rule: 3, check: onlyEntryPointsKnowHttp },
  { rule: 4, check: ruleFilesArePure },
  { rule: 5, check: nobodyImportsMain },
  { rule: 5, check: onlyTestsImportTesting },
  { rule: 5, check: onlyTheDemoKnowsDemo },
  { rule: 6, check: plainPiecesKnowNoFeature },
  { rule: 6, check: featuresKeepApart },
  { rule: 7, check: workspacesKeepApart },
  { rule: 7, check: islandStaysSmall },
];

/** A step from one file to what it imports. */
export function stepOf(file: SourceFile, imported: Import): Step {
  const { target } = imported;
  const from = locationOf(file.path);
  if (target.kind === 'library') return { file, from, import: imported, target: target.name };
  return { file, from, import: imported, to: locationOf(target.path), target: target.path };
}

function contractImportsZodOnly({ from, to, target }: Step): string | undefined {
  if (from.workspace !== 'contract' || from.isTest) return undefined;
  if (to?.workspace === 'contract' || (!to && /^zod(\/|$)/.test(target))) return undefined;
  return `the contract imports zod and itself, nothing else; “${target}” belongs on one side of the wire`;
}

function platformKnowsNoModule({ from, to, target }: Step): string | undefined {
  if (from.workspace !== 'server' || from.layer !== 'platform' || from.isTest || to?.layer !== 'module')
    return undefined;
  return `platform is the plumbing and knows no module; pass what it needs from “${target}” in from main/`;
}

function modulesMeetAtTheirInterfaces({ from, to, target }: Step): string | undefined {
  if (from.workspace !== 'server' || from.layer !== 'module' || !from.name) return undefined;
  const row = modules[from.name];
  if (!row) return `module “${from.name}” has no row in tools/checks/boundaries/table.ts; give it one`;
  if (to?.layer !== 'module' || to.name === from.name) return undefined;
  if (!to.isIndex) return `“${target}” is inside ${to.name}; import its index, #modules/${to.name}/index.ts`;
  const allowed = from.isTest || row.mayCall === 'anyone' || row.mayCall.includes(to.name ?? '');
  return allowed
    ? undefined
    : `${from.name} may not call ${to.name}; let ${to.name} tell it by event, or change the table`;
}

function actsKnowNoEntryPoint({ from, to, target }: Step): string | undefined {
  if (from.layer !== 'module' || from.isEntryPoint || from.isTest || from.isIndex || !to?.isEntryPoint)
    return undefined;
  return `entry points (${entryPoints.join(', ')}) call acts, never the other way round; move what is needed out of “${target}”`;
}

function onlyEntryPointsKnowHttp({ from, to, target }: Step): string | undefined {
  if (from.layer !== 'module' || from.isEntryPoint || from.isTest) return undefined;
  const isHttp = to
    ? target.startsWith('server/src/platform/http/') && !plainOfHttp.includes(target)
    : httpLibraries.test(target);
  return isHttp
    ? `only entry points know HTTP; let routes.ts hand plain values to this act instead of “${target}”`
    : undefined;
}

function ruleFilesArePure({ file, from, to, target }: Step): string | undefined {
  if (!from.isRuleFile || to?.workspace === 'contract') return undefined;
  if (to?.isRuleFile && to.name === from.name) return undefined;
  if (!to && pureLibraries.test(target)) return undefined;
  return `${file.path.split('/').pop()} is a rule file: it imports the contract and other rule files only, not “${target}”`;
}

function nobodyImportsMain({ from, to, target }: Step): string | undefined {
  if (to?.workspace !== 'server' || to.layer !== 'main') return undefined;
  if (from.workspace === 'server' && (from.layer === 'main' || from.layer === 'testing')) return undefined;
  if (from.workspace === 'bench') return undefined;
  return `nobody imports main/; move what is needed out of “${target}”`;
}

function onlyTestsImportTesting({ from, to, target }: Step): string | undefined {
  if (to?.layer !== 'testing' || from.isTest) return undefined;
  return `“${target}” is for tests only`;
}

const demoFolder = /^server\/src\/(?:modules\/[^/]+\/)?demo\//;

function onlyTheDemoKnowsDemo({ file, from, to, target }: Step): string | undefined {
  if (!to || !demoFolder.test(target) || from.isTest || from.layer === 'main' || from.layer === 'demo')
    return undefined;
  if (from.layer === 'module' && to.layer === 'module' && demoFolder.test(file.path)) return undefined;
  return `“${target}” is of the demo: the product does without it, and a module's own demo/ does not know the order of all`;
}

function plainPiecesKnowNoFeature({ from, to, target }: Step): string | undefined {
  if (from.workspace !== 'web' || (from.layer !== 'ui' && from.layer !== 'lib') || from.isTest) return undefined;
  if (to?.workspace !== 'web' || (to.layer !== 'feature' && to.layer !== 'app')) return undefined;
  return `web/${from.layer} knows no feature and no app; take “${target}” as a prop or a parameter`;
}

function featuresKeepApart({ from, to, target }: Step): string | undefined {
  if (from.workspace !== 'web' || from.layer !== 'feature' || to?.workspace !== 'web') return undefined;
  if (to.layer === 'feature' && to.name !== from.name) {
    return `feature ${from.name} may not import inside feature ${to.name}; move “${target}” to ui/ or lib/, or link by URL`;
  }
  if (to.layer === 'app' && !from.isTest)
    return `a feature imports ui, lib and the contract, not “${target}”; app/ puts features together`;
  return undefined;
}

/** Which workspaces a workspace may import; itself and libraries always. */
const neighbours: Record<string, string[]> = {
  contract: [],
  server: ['contract', 'respond'],
  web: ['contract', 'respond', 'inbox'],
  respond: ['contract'],
  inbox: ['contract'],
  e2e: ['contract'],
  bench: ['contract', 'server', 'web', 'respond', 'tools'],
};

function workspacesKeepApart({ from, to, import: { specifier }, target }: Step): string | undefined {
  if (!to || to.workspace === from.workspace) return undefined;
  if (from.workspace === 'contract' && !from.isTest) return undefined;
  const allowed = neighbours[from.workspace];
  if (allowed && !allowed.includes(to.workspace)) {
    return `${from.workspace} may import ${allowed.join(', ') || 'nothing of ours'}, not “${target}”`;
  }
  if (specifier.startsWith('.') && allowed && from.workspace !== 'bench') {
    return `name another workspace by its package (@escuta/${to.workspace}/…), not by a path out of this one`;
  }
  return undefined;
}

function islandStaysSmall({ file, from, to, import: { kind }, target }: Step): string | undefined {
  if (from.workspace !== 'respond' || from.isTest || kind === 'type') return undefined;
  if (!to && /^zod(\/|$)/.test(target)) return 'the respondent page carries no zod; import types of the contract only';
  const isIsland = /\/island(s\/.*|\.ts|\/.*)$/.test(file.path);
  if (!isIsland || (to?.workspace === 'respond' && !target.endsWith('.tsx'))) return undefined;
  return `the island is plain TypeScript of a few kilobytes; import “${target}” as a type or not at all`;
}
