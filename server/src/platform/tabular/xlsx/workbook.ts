import { posix } from 'node:path';
import { TableBroken } from '../table.ts';
import type { TableFile } from '../table.ts';
import { kindOfBuiltIn, kindOfFormat } from './number-formats.ts';
import type { NumberKind } from './number-formats.ts';
import { readSharedStrings } from './shared-strings.ts';
import type { SharedStrings } from './shared-strings.ts';
import { attributeNamed, readWholeXml } from './xml-events.ts';
import { openZip } from './zip-package.ts';
import type { ZipPackage } from './zip-package.ts';

/** A sheet with cells. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** What the cells of all sheets need to be understood. */
export interface Workbook {
  readonly zip: ZipPackage;
  /** In the order of their tabs; there is one at least. */
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
  /** What the numbers of each cell style stand for. */
  readonly kinds: readonly NumberKind[];
  readonly strings: SharedStrings;
}

const sheetsMax = 255;
const stylesMax = 65_536;
/** Of each part but the sheets and their texts: a workbook with all the styles that there may be has half of it. */
const partBytesMax = 67_108_864;

/** Opens an XLSX file and reads all of it but its sheets. Throws TableBroken for what is none or is damaged. */
export async function openWorkbook(file: TableFile): Promise<Workbook> {
  const zip = await openZip(file);
  const main = [...(await relationsOf(zip, '')).values()].find(({ type }) => type === 'officeDocument')?.part;
  const workbook = main ?? 'xl/workbook.xml';
  const relations = await relationsOf(zip, workbook);
  const partOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.part;
  const { found, is1904 } = await readTabs(zip, workbook);
  const sheets = found.flatMap(({ id, ...tab }) => {
    const relation = relations.get(id);
    return relation?.type === 'worksheet' ? [{ ...tab, part: relation.part }] : [];
  });
  if (sheets.length === 0) throw new TableBroken('not_readable');
  const [styles, texts] = [partOf('styles'), partOf('sharedStrings')];
  return {
    zip,
    sheets,
    is1904,
    kinds: styles !== undefined && zip.has(styles) ? await readKinds(zip, styles) : [],
    strings: await readSharedStrings(texts === undefined ? none() : zip.read(texts)),
  };
}

/** The places of the sheets that a person may mean: of those that can be seen, or the first where none can. */
export function visibleSheets(sheets: readonly Sheet[]): readonly [number, ...number[]] {
  const [first = 0, ...others] = sheets.flatMap(({ isHidden }, at) => (isHidden ? [] : [at]));
  return [first, ...others];
}

async function* none(): AsyncGenerator<Buffer> {
  yield Buffer.from('<sst/>');
}

interface Relation {
  /** The last word of its type: the words before it differ between the editions of the standard. */
  readonly type: string;
  readonly part: string;
}

/** The parts that a part points to, by the ids that it uses for them. */
async function relationsOf(zip: ZipPackage, part: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  const folder = posix.dirname(part);
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!zip.has(list)) return relations;
  await readWholeXml(zip.read(list, partBytesMax), {
    open(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || !id || !type || !target || mode === 'External') return;
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), part: path });
    },
    close: () => undefined,
  });
  return relations;
}

async function readTabs(zip: ZipPackage, part: string) {
  const found: { name: string; isHidden: boolean; id: string }[] = [];
  let is1904 = false;
  await readWholeXml(zip.read(part, partBytesMax), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      if (found.length === sheetsMax) throw new TableBroken('too_large');
      const { name: title = '', state = 'visible' } = attributes;
      found.push({ name: title, isHidden: state !== 'visible', id: attributeNamed(attributes, 'id') ?? '' });
    },
    close: () => undefined,
  });
  return { found, is1904 };
}

async function readKinds(zip: ZipPackage, part: string): Promise<NumberKind[]> {
  const custom = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  let isOfCells = false;
  await readWholeXml(zip.read(part, partBytesMax), {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0);
      if (name === 'cellXfs') isOfCells = true;
      else if (name === 'numFmt' && custom.size < stylesMax) custom.set(id, kindOfFormat(formatCode ?? ''));
      else if (name === 'xf' && isOfCells && kinds.length < stylesMax) kinds.push(custom.get(id) ?? kindOfBuiltIn(id));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return kinds;
}
