// cspell:locale en-US,pt-BR,pt
// cspell:ignore Fmts sqref loext
import { relations } from '#platform/tabular/xlsx/workbook-parts.ts';
import { zipFile } from '../zip-file.ts';
import type { HostileFile } from './hostile-file.ts';

/*
 * The same table as three programs write it in Brazil: what they say around the cells, where they keep texts, how they show
 * days. Nome, E-mail, Celular, Nascimento, CPF, Saldo, Cliente desde, Ativo; the last row has an error and a formula.
 */

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const sheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

const expected = [
  '2 Inês Conceição|ines@x.com|+5511987654321|1990-05-17|01234567890|1234.5|2020-01-31',
  '3 João D’Ávila|joao@x.com||1991-04-03|||2021-12-01',
  '4 Zoé & Cia|zoe@x.com|+552133334444 ~formula_error',
];

const texts = ['Nome', 'E-mail', 'Celular', 'Nascimento', 'CPF', 'Saldo', 'Cliente desde', 'Ativo'].concat([
  'Inês Conceição',
  'ines@x.com',
  'João D’Ávila',
  'joao@x.com',
  '(21) 3333-4444',
]);

/** A cell of a shared text, by its number. */
type Texts = (at: number) => string;

interface Styles {
  /** Attributes of a cell that shows a day, of one that shows a day in a form of its own, and of a CPF. */
  readonly day: string;
  readonly ownDay: string;
  readonly cpf: string;
  readonly plain: string;
  /** Attributes of a row. */
  readonly row: string;
}

function rowsXml({ day, ownDay, cpf, plain, row }: Styles, formula: (text: string) => string): string {
  const shared: Texts = (at) => `t="s"><v>${at}</v></c>`;
  const cell = (reference: string, style: string, rest: string) => `<c r="${reference}"${style} ${rest}`;
  const number = (value: number | string) => `><v>${value}</v></c>`;
  const header = [...'ABCDEFGH'].map((letter, at) => cell(`${letter}1`, plain, shared(at)));
  const rows = [
    header,
    [
      cell('A2', plain, shared(8)),
      cell('B2', plain, shared(9)),
      cell('C2', plain, number('11987654321')),
      cell('D2', day, number(33_010)),
      cell('E2', cpf, number(1_234_567_890)),
      cell('F2', plain, number(1_234.5)),
      cell('G2', ownDay, number(43_861)),
      cell('H2', plain, 't="b"><v>1</v></c>'),
    ],
    [
      cell('A3', plain, shared(10)),
      cell('B3', plain, shared(11)),
      cell('C3', plain, '/>'),
      cell('D3', day, number(33_331)),
      cell('G3', ownDay, number('44531.000000000004')),
      cell('H3', plain, 't="b"><v>0</v></c>'),
    ],
    [
      cell('A4', plain, `t="str">${formula('CONCATENATE("Zoé"," &amp; Cia")')}<v>Zoé &amp; Cia</v></c>`),
      cell('B4', plain, 't="inlineStr"><is><t>zoe@x.com</t></is></c>'),
      cell('C4', plain, shared(12)),
      cell('D4', day, 't="e"><v>#N/A</v></c>'),
      cell('E4', cpf, '/>'),
    ],
  ];
  return rows.map((cells, at) => `<row r="${at + 1}" ${row}>${cells.join('')}</row>`).join('');
}

const sharedXml = (item: (text: string) => string) =>
  `${declaration}<sst xmlns="${main}" count="${texts.length + 2}" uniqueCount="${texts.length}">${texts.map(item).join('')}</sst>`;

const contentTypes = (more: string) =>
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetTypes}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetTypes}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetTypes}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${sheetTypes}.sharedStrings+xml"/>${more}</Types>`;

const styleXml = (formats: string, cells: string) =>
  `${declaration}<styleSheet xmlns="${main}"><numFmts count="3">${formats}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${cells}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
const xf = (format: number) =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;

/** Excel 365: extension namespaces on every row, `spans`, links on addresses, the special formats of Brazil. */
function excelFile(): Buffer {
  const x14ac = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac';
  const revision = 'http://schemas.microsoft.com/office/spreadsheetml/2014/revision';
  const rows = rowsXml(
    { day: ' s="1"', ownDay: ' s="2"', cpf: ' s="3"', plain: '', row: 'spans="1:8" x14ac:dyDescent="0.25"' },
    (text) => `<f>${text}</f>`,
  );
  return zipFile({
    '[Content_Types].xml': contentTypes(
      `<Override PartName="/xl/theme/theme1.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`,
    ),
    '_rels/.rels': relations([
      ['officeDocument', 'xl/workbook.xml'],
      ['extended-properties', 'docProps/app.xml'],
    ]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}" xmlns:mc="${compatibility}" mc:Ignorable="x15 xr" xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main" xmlns:xr="${revision}"><fileVersion appName="xl" lastEdited="7" lowestEdited="7" rupBuild="27328"/><workbookPr defaultThemeVersion="166925"/><mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath url="C:\\Usuários\\Ana\\" xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"/></mc:Choice></mc:AlternateContent><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="20490"/></bookViews><sheets><sheet name="Planilha1" sheetId="1" r:id="rId1"/></sheets><calcPr calcId="191029"/></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['theme', 'theme/theme1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}" xmlns:mc="${compatibility}" mc:Ignorable="x14ac xr" xmlns:x14ac="${x14ac}" xmlns:xr="${revision}" xr:uid="{00000000-0001-0000-0000-000000000000}"><dimension ref="A1:H4"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><selection activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/><cols><col min="1" max="1" width="20.7109375" bestFit="1" customWidth="1"/></cols><sheetData>${rows}</sheetData><autoFilter ref="A1:H4" xr:uid="{1}"/><phoneticPr fontId="1" type="noConversion"/><hyperlinks><hyperlink ref="B2" r:id="rId1" xr:uid="{2}"/></hyperlinks><pageMargins left="0.511811024" right="0.511811024" top="0.787401575" bottom="0.787401575" header="0.31496062" footer="0.31496062"/></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relations([['hyperlink', 'mailto:ines@x.com']]),
    'xl/theme/theme1.xml': `${declaration}<a:theme xmlns:a="x" name="Tema do Office"/>`,
    'xl/styles.xml': styleXml(
      '<numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="000&quot;.&quot;000&quot;.&quot;000\\-00"/><numFmt numFmtId="44" formatCode="_-&quot;R$&quot;\\ * #,##0.00_-"/>',
      xf(0) + xf(14) + xf(164) + xf(165),
    ),
    'xl/sharedStrings.xml': sharedXml((text) =>
      text === 'Inês Conceição'
        ? '<si><r><t xml:space="preserve">Inês </t></r><r><rPr><b/><sz val="11"/><rFont val="Calibri"/></rPr><t>Conceição</t></r><phoneticPr fontId="1" type="noConversion"/></si>'
        : `<si><t>${text}</t></si>`,
    ),
    'docProps/app.xml': `${declaration}<Properties><Application>Microsoft Excel</Application></Properties>`,
    'docProps/core.xml': `${declaration}<coreProperties/>`,
  });
}

/** LibreOffice: every attribute of a row said, General as a format of its own, formulas that say `aca`. */
function libreOfficeFile(): Buffer {
  const row = 'customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"';
  const rows = rowsXml(
    { day: ' s="1"', ownDay: ' s="2"', cpf: ' s="3"', plain: ' s="0"', row },
    (text) => `<f aca="false">${text}</f>`,
  );
  return zipFile({
    '_rels/.rels': relations([
      ['officeDocument', 'xl/workbook.xml'],
      ['extended-properties', 'docProps/app.xml'],
    ]),
    'docProps/app.xml': `${declaration}<Properties><Application>LibreOffice/24.2.7.2$Linux_X86_64</Application></Properties>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['styles', 'styles.xml'],
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><fileVersion appName="Calc"/><workbookPr backupFile="false" showObjects="all" date1904="false"/><workbookProtection/><bookViews><workbookView showHorizontalScroll="true" firstSheet="0" activeTab="0"/></bookViews><sheets><sheet name="Planilha1" sheetId="1" state="visible" r:id="rId2"/></sheets><calcPr iterateCount="100" refMode="A1" iterate="false"/><extLst><ext xmlns:loext="http://schemas.libreoffice.org/" uri="{7626C862-2A13-11E5-B345-FEFF819CDC9F}"><loext:extCalcPr stringRefSyntax="CalcA1"/></ext></extLst></workbook>`,
    'xl/styles.xml': styleXml(
      '<numFmt numFmtId="164" formatCode="General"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="[$-416]d&quot; de &quot;mmmm&quot; de &quot;yyyy"/>',
      xf(164) + xf(165) + xf(166) + xf(164),
    ),
    'xl/worksheets/sheet1.xml': `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}" xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:mc="${compatibility}"><sheetPr filterMode="false"><pageSetUpPr fitToPage="false"/></sheetPr><dimension ref="A1:H4"/><sheetViews><sheetView showFormulas="false" showGridLines="true" tabSelected="true" zoomScale="100" workbookViewId="0"><selection pane="topLeft" activeCell="A1" sqref="A1"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="11.53515625" defaultRowHeight="12.8" zeroHeight="false" outlineLevelRow="0" outlineLevelCol="0"/><sheetData>${rows}</sheetData><printOptions headings="false" gridLines="false"/><headerFooter><oddHeader>&amp;C&amp;"Times New Roman,Normal"&amp;12&amp;A</oddHeader></headerFooter></worksheet>`,
    'xl/sharedStrings.xml': sharedXml((text) => `<si><t xml:space="preserve">${text}</t></si>`),
    '[Content_Types].xml': contentTypes(''),
  });
}

/** Google Sheets: blank rows to the thousandth, days in a form of the language, no core properties. */
function googleFile(): Buffer {
  const rows = rowsXml(
    { day: ' s="1"', ownDay: ' s="2"', cpf: ' s="3"', plain: ' s="0"', row: 'ht="15.75" customHeight="1"' },
    (text) => `<f>${text}</f>`,
  );
  const blank = Array.from({ length: 996 }, (_, at) => `<row r="${at + 5}" ht="15.75" customHeight="1"/>`).join('');
  const spaces = `xmlns:r="${office}" xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main" xmlns:mc="${compatibility}" xmlns:mv="urn:schemas-microsoft-com:mac:vml" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"`;
  return zipFile({
    'xl/worksheets/sheet1.xml': `${declaration}<worksheet xmlns="${main}" ${spaces}><sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/><sheetData>${rows}${blank}</sheetData><hyperlinks><hyperlink r:id="rId1" ref="B2"/></hyperlinks><drawing r:id="rId2"/></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relations([
      ['hyperlink', 'mailto:ines@x.com'],
      ['drawing', '../drawings/drawing1.xml'],
    ]),
    'xl/drawings/drawing1.xml': `${declaration}<xdr:wsDr xmlns:xdr="x"/>`,
    'xl/sharedStrings.xml': sharedXml((text) => `<si><t>${text}</t></si>`),
    'xl/styles.xml': styleXml(
      '<numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="d &quot;de&quot; mmm &quot;de&quot; yyyy"/><numFmt numFmtId="166" formatCode="000\\.000\\.000\\-00"/>',
      xf(0) + xf(164) + xf(165) + xf(166),
    ),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" ${spaces}><workbookPr/><sheets><sheet state="visible" name="Página1" sheetId="1" r:id="rId4"/></sheets><definedNames/><calcPr/></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['theme', 'theme/theme1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['worksheet', 'worksheets/sheet1.xml'],
    ]),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    '[Content_Types].xml': contentTypes(''),
  });
}

/** A CSV as a program of Brazil saves it: Excel in its own code page, or in UTF-8 with a mark; the others in UTF-8. */
const csv = (delimiter: string) =>
  [
    ['Nome', 'E-mail', 'Celular', 'Nascimento', 'CPF', 'Saldo', 'Cliente desde', 'Ativo'],
    [
      'Inês Conceição',
      'ines@x.com',
      '11987654321',
      '17/05/1990',
      '012.345.678-90',
      '1.234,50',
      '31/01/2020',
      'VERDADEIRO',
    ],
    ['João D’Ávila', 'joao@x.com', '', '03/04/1991', '', '', '01/12/2021', 'FALSO'],
    ['Zoé & Cia', 'zoe@x.com', '(21) 3333-4444', '#N/D', '', '', '', ''],
  ]
    .map((row) => row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter))
    .join('\r\n');

const csvOfWindows = () =>
  Buffer.concat(
    csv(';')
      .split('’')
      .flatMap((part, at) => [...(at > 0 ? [Buffer.from([0x92])] : []), Buffer.from(part, 'latin1')]),
  );

/** The files of three programs, in Portuguese of Brazil. */
export const programFiles: readonly HostileFile[] = [
  { name: 'a workbook of Excel', make: excelFile, outcome: { rows: expected } },
  { name: 'a workbook of LibreOffice', make: libreOfficeFile, outcome: { rows: expected } },
  { name: 'a workbook of Google Sheets', make: googleFile, outcome: { rows: expected } },
  {
    name: 'a CSV of Excel',
    make: csvOfWindows,
    outcome: { rows: expected, encoding: 'windows-1252', delimiter: ';' },
  },
  {
    name: 'a CSV UTF-8 of Excel',
    make: () => Buffer.from(`\ufeff${csv(';')}\r\n`),
    outcome: { rows: expected, encoding: 'utf-8', delimiter: ';' },
  },
  {
    name: 'a CSV of LibreOffice and of Google Sheets',
    make: () => Buffer.from(csv(',').replaceAll('\r\n', '\n')),
    outcome: { rows: expected, encoding: 'utf-8', delimiter: ',' },
  },
];
