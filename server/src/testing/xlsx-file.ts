// cspell:ignore Fmts
import { relations } from '#platform/tabular/xlsx/workbook-parts.ts';
import { zipFile } from './zip-file.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A cell as its program keeps it: a text, a number, a number of a style (an index into `formats`), or XML as it stands. */
export type MadeCell = string | number | { readonly number: number; readonly style: number } | { readonly xml: string };

export interface MadeSheet {
  readonly name: string;
  readonly rows: readonly (readonly MadeCell[])[];
  readonly state?: 'hidden' | 'veryHidden';
}

interface Making {
  readonly sheets: readonly MadeSheet[];
  /** Where texts are kept: Excel, LibreOffice and Google share them, programs that write as they go keep them in the cells. */
  readonly texts?: 'shared' | 'inline';
  /** Format codes of the styles 1, 2, …; style 0 is no format, a number stands for a built-in one. */
  readonly formats?: readonly (string | number)[];
  readonly is1904?: boolean;
  /** Parts to replace or, when undefined, to leave out. */
  readonly parts?: Readonly<Record<string, string | undefined>>;
}

/** An XLSX file as Excel writes it (ECMA-376-1), of rows and of whatever is to be wrong with it. */
export function xlsxFile({ sheets, texts = 'shared', formats = [], is1904 = false, parts = {} }: Making): Buffer {
  const shared: string[] = [];
  const textCell = (reference: string, text: string) => {
    const escaped = escapeXml(text);
    if (texts === 'inline')
      return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
    shared.push(`<si><t xml:space="preserve">${escaped}</t></si>`);
    return `<c r="${reference}" t="s"><v>${shared.length - 1}</v></c>`;
  };
  const cellXml = (cell: MadeCell, reference: string): string => {
    if (typeof cell === 'string') return cell === '' ? '' : textCell(reference, cell);
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    return 'xml' in cell ? cell.xml : `<c r="${reference}" s="${cell.style}"><v>${cell.number}</v></c>`;
  };
  const sheetXml = ({ rows }: MadeSheet) => {
    const data = rows.map((row, at) => {
      const cells = row.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`));
      return `<row r="${at + 1}">${cells.join('')}</row>`;
    });
    return `${declaration}<worksheet xmlns="${main}"><sheetData>${data.join('')}</sheetData></worksheet>`;
  };
  const written = sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)]);
  const all: Record<string, string | undefined> = {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"/>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbookXml(sheets, is1904),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': stylesXml(formats),
    ...Object.fromEntries(written),
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}">${shared.join('')}</sst>`,
    ...parts,
  };
  const kept = Object.entries(all).filter((part): part is [string, string] => part[1] !== undefined);
  return zipFile(Object.fromEntries(kept));
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function workbookXml(sheets: readonly MadeSheet[], is1904: boolean): string {
  const tabs = sheets.map(({ name, state }, at) => {
    const shown = state ? ` state="${state}"` : '';
    return `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${shown} r:id="rId${at + 1}"/>`;
  });
  const properties = is1904 ? '<workbookPr date1904="1"/>' : '';
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${tabs.join('')}</sheets></workbook>`;
}

function stylesXml(formats: readonly (string | number)[]): string {
  const idOf = (format: string | number, at: number) => (typeof format === 'number' ? format : 164 + at);
  const custom = formats.flatMap((format, at) =>
    typeof format === 'number' ? [] : [`<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(format)}"/>`],
  );
  const styles = formats.map((format, at) => `<xf numFmtId="${idOf(format, at)}" applyNumberFormat="1"/>`);
  return `${declaration}<styleSheet xmlns="${main}"><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`;
}
