import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { xlsxFile } from '../../server/src/testing/xlsx-file.ts';

/** One contact of the file: as it is written, and as it is kept. */
export interface FileContact {
  readonly name: string;
  readonly email: string;
  /** As typed in the file, and in E.164. */
  readonly phone: string;
  readonly tel: string;
  readonly company: string;
  readonly city: string;
  /** As typed in the file, and as a day of the calendar. */
  readonly lastStay: string;
  readonly lastStayDay: string;
}

const dayMs = 86_400_000;
/** The day before the first one of a workbook: ECMA-376-1, 18.17.4.1, with the leap day that 1900 did not have. */
const excelEpoch = Date.UTC(1899, 11, 30);

/** Every so many rows one repeats the e-mail of an earlier one, as files of the world do. */
const repeatEvery = 1_000;

// cspell:disable
const firstNames =
  'Ana,João,Maria,José,Antônio,Francisca,Luís,Conceição,Marcos,Lúcia,Paulo,Patrícia,Cláudia,Sérgio,Mônica,Thaís'.split(
    ',',
  );
const middleNames = 'Aparecida,Henrique,Beatriz,Augusto,Cecília,Eduardo,Fernanda,Otávio,Regina,Vinícius,Helena'.split(
  ',',
);
const lastNames =
  'da Silva,Souza,de Oliveira,Gonçalves,Araújo,dos Santos,Magalhães,Simões,Brandão,Guimarães,Assunção,Mourão,Falcão'.split(
    ',',
  );
const companies = ['Padaria Pão de Açúcar', 'Farmácia São João', 'Ótica Visão', 'Auto Peças Irmãos Sá', 'Construções'];
const cities = ['São Paulo, SP', 'Brasília, DF', 'Goiânia', 'Maceió', 'Belém', 'Florianópolis', 'Niterói; RJ'];
/** The last columns, each a custom field of the company. */
export const fileFields = [
  { internal_name: 'city', label: 'Cidade', type: 'text' },
  { internal_name: 'last_stay', label: 'Última hospedagem', type: 'date' },
] as const;
const columns = ['Nome', 'E-mail', 'Celular', 'Empresa', ...fileFields.map(({ label }) => label)];
// cspell:enable
const areas = ['11', '21', '31', '41', '51', '61', '71', '81', '85', '27'];
const hosts = ['gmail.com', 'hotmail.com', 'uol.com.br', 'empresa.example'];

/** The contact of a row, counted from 0: always the same. */
export function contactAt(row: number): FileContact {
  const number = String(90_000_000 + (row % 10_000_000)).padStart(8, '0');
  const area = pick(areas, row >> 3);
  const [day, month] = [(row % 28) + 1, (row % 12) + 1].map((part) => String(part).padStart(2, '0'));
  const [first, middle, last] = [pick(firstNames, row), pick(middleNames, row >> 2), pick(lastNames, row >> 4)];
  return {
    name: `${first} ${middle} ${last}`,
    email: `${plain(first)}.${plain(last)}${row}@${pick(hosts, row >> 1)}`,
    phone: `(${area}) 9${number.slice(0, 4)}-${number.slice(4)}`,
    tel: `+55${area}9${number}`,
    company: `${pick(companies, row)} ${row % 2_000}`,
    city: pick(cities, row),
    lastStay: `${day}/${month}/2026`,
    lastStayDay: `2026-${month}-${day}`,
  };
}

/** Whether the row repeats the e-mail of an earlier one, and so makes no contact. */
export function isRepeat(row: number): boolean {
  return row % repeatEvery === repeatEvery - 1;
}

/** Writes a file of so many rows, `;` between the cells, quotes where a cell needs them. */
export async function writeContactsFile(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  file.write(`${columns.join(';')}\r\n`);
  for (let from = 0; from < rows; from += 1_000) {
    const lines = Array.from({ length: Math.min(1_000, rows - from) }, (_, at) => lineAt(from + at));
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

/** Writes the same rows as a workbook, whose dates are numbers as Excel keeps them. */
export function writeContactsWorkbook(path: string, rows: number): void {
  const written = Array.from({ length: rows }, (_, row) => {
    const { lastStayDay } = contactAt(row);
    return [...textsAt(row), { number: (Date.parse(lastStayDay) - excelEpoch) / dayMs, style: 1 }];
  });
  writeFileSync(
    path,
    xlsxFile({ sheets: [{ name: 'Contatos', rows: [columns, ...written] }], formats: ['dd/mm/yyyy'] }),
  );
}

function lineAt(row: number): string {
  const texts = textsAt(row).map((text) => (/[;,"]/.test(text) ? `"${text}"` : text));
  return `${[...texts, contactAt(row).lastStay].join(';')}\r\n`;
}

/** Every cell of a row but the last, which is a date. */
function textsAt(row: number): string[] {
  const contact = contactAt(row);
  const email = isRepeat(row) ? contactAt(row - 1).email : contact.email;
  return [contact.name, email, contact.phone, contact.company, contact.city];
}

function pick(from: readonly string[], at: number): string {
  return from[at % from.length] ?? '';
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
}
