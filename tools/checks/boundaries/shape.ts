import type { SourceFile } from './imports.ts';
import { locationOf } from './location.ts';
import { emptyAlone, emptyNames, maxIndexLines, maxMainLines, packageEntries } from './table.ts';

/** What is wrong with a file itself, whatever it imports. */
export function checkShape(file: SourceFile): { rule: number; line?: number; message: string }[] {
  return [...checkName(file), ...checkBarrel(file), ...checkIndex(file), ...checkMain(file)];
}

function checkName({ path }: SourceFile): { rule: number; message: string }[] {
  return path.split('/').flatMap((part) => {
    const words = part
      .replace(/(\.[a-z]+)+$/, '')
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split('-');
    const last = words.at(-1) ?? '';
    const isEmpty = emptyNames.some((name) => last === name || last === `${name}s` || words[0] === `${name}s`);
    if (!isEmpty && !(words.length === 1 && emptyAlone.includes(last))) return [];
    return [{ rule: 8, message: `“${part}” names nothing; name the file after what it holds (two things: two files)` }];
  });
}

function checkBarrel({ path, program }: SourceFile): { rule: number; line?: number; message: string }[] {
  const { isIndex } = locationOf(path);
  const found: { rule: number; message: string }[] = [];
  if (program.body.some((node) => node.type === 'ExportAllDeclaration')) {
    found.push({ rule: 8, message: 'exports by name what it means to export, never `export *`' });
  }
  const onlyPassesOn = program.body.length > 0 && program.body.every(passesOn);
  if (onlyPassesOn && !isIndex && !packageEntries.includes(path)) {
    found.push({ rule: 8, message: 'is a barrel: import from the files themselves (only a module has an index.ts)' });
  }
  return found;
}

function checkIndex({ path, program, source }: SourceFile): { rule: number; line?: number; message: string }[] {
  if (!locationOf(path).isIndex) return [];
  const found: { rule: number; message: string }[] = [];
  if (!program.body.every(passesOn)) {
    found.push({ rule: 8, message: 'is an index: `export { … } from` lines only, no logic of its own' });
  }
  const lines = countLines(source);
  if (lines > maxIndexLines)
    found.push({ rule: 8, message: `is an index of ${lines} lines; ${maxIndexLines} are enough` });
  return found;
}

function checkMain({ path, source }: SourceFile): { rule: number; message: string }[] {
  const { workspace, layer, isTest } = locationOf(path);
  const lines = countLines(source);
  if (workspace !== 'server' || layer !== 'main' || isTest || lines <= maxMainLines) return [];
  return [{ rule: 5, message: `main files wire, listen and stop in ${maxMainLines} lines; this one has ${lines}` }];
}

function passesOn(node: SourceFile['program']['body'][number]): boolean {
  return node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null);
}

function countLines(source: string): number {
  return source.trimEnd().split('\n').length;
}
