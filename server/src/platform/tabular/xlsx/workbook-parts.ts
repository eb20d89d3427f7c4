import { escapedMarkup } from './xml-text.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The styles of cells by their place in `xl/styles.xml`. A text stays one when somebody edits its cell. */
export const styles = { general: 0, text: 1, date: 2, dateTime: 3, time: 4, heading: 5 } as const;

/** Built-in formats (ECMA-376-1 §18.8.30): days are shown in the order of whoever opens the file. */
const formats = { general: 0, text: 49, date: 14, dateTime: 22, time: 21 } as const;

/** Around the rows of a sheet, of which the first stays in view. */
export function sheetFrame(columnWidths: readonly number[]): { head: string; tail: string } {
  const columns = columnWidths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return {
    head: `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`,
    tail: '</sheetData></worksheet>',
  };
}

/** The name of the part of a sheet, counted from 1. */
export function sheetPart(sheetNo: number): string {
  return `xl/worksheets/sheet${sheetNo}.xml`;
}

/** The parts that are the same in all our workbooks. How many sheets follow is not known yet: XML is a sheet unless named. */
export function fixedParts(): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/styles.xml': stylesXml(),
  };
}

/** The parts that name the sheets. */
export function closingParts(sheetNames: readonly string[]): Readonly<Record<string, string>> {
  const tabs = sheetNames.map(
    (name, at) => `<sheet name="${escapedMarkup(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const targets = sheetNames.map((_, at) => ['worksheet', sheetPart(at + 1).replace('xl/', '')] as const);
  return {
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([...targets, ['styles', 'styles.xml']]),
  };
}

/** What a sheet may be called: 31 signs at most, none of `[]:*?/\`, no apostrophe at its ends, and never nothing. */
export function sheetName(title: string, sheetNo: number): string {
  const end = sheetNo === 1 ? '' : ` ${sheetNo}`;
  const plain = title
    .toWellFormed()
    .replace(/[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu, ' ')
    .slice(0, 31 - end.length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^['\s]+|['\s]+$/g, '');
  return plain === '' ? String(sheetNo) : plain + end;
}

/** A part that leads to others, by numbered ids (`rId1`). */
export function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`;
}

function stylesXml(): string {
  const xf = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const cells = [...Object.values(formats).map((format) => xf(format)), xf(formats.text, 1)];
  const font = (more: string) => `<font>${more}<sz val="11"/><name val="Calibri"/></font>`;
  const parts = [
    `<fonts count="2">${font('')}${font('<b/>')}</fonts>`,
    // The first two fills are reserved.
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  ];
  return `${declaration}<styleSheet xmlns="${main}">${parts.join('')}</styleSheet>`;
}
