// cspell:ignore jose ines otavio sonia
import { writeFileSync } from 'node:fs';

/**
 * The file of contacts that the stories import: what a Brazilian company exports from its till system. Windows-1252, `;`,
 * lines ended as on Windows, 10,412 rows of which 150 are bad, and some blank ones between. Always the same bytes.
 */
export interface ContactsFile {
  readonly bytes: Buffer;
  /** Rows that become contacts, and the bad ones by reason. */
  readonly good: number;
  readonly bad: Readonly<Record<string, number>>;
}

const goodRows = 10_262;
const badRows = {
  email_invalid: 40,
  phone_invalid: 30,
  no_address: 25,
  duplicate_in_file: 25,
  columns_missing: 10,
  columns_extra: 10,
  quote_broken: 5,
  not_text: 5,
} as const;
type Reason = keyof typeof badRows;

const firstNames =
  'Ana,João,Maria,José,Antônio,Francisca,Luís,Conceição,Marcos,Lúcia,Paulo,Fátima,Cláudia,Sérgio,Mônica,Vinícius,Letícia,Taís,Rogério,Débora,Caio,Inês,Otávio,Márcia,Davi,Sônia,Raí,Zilá'.split(
    ',',
  );
const lastNames =
  'da Silva,Souza,de Oliveira,Gonçalves,Araújo,dos Santos,Magalhães,Simões,Brandão,Guimarães,Assunção,Mourão,Sá,Falcão,Vieira,Peçanha,Müller,Núñez,Estêvão,Corrêa'.split(
    ',',
  );
const companies =
  'Padaria Pão de Açúcar,Farmácia São João,Açaí do Zé,Mercado Três Irmãos,Ótica Visão,Auto Peças Irmãos Sá,Clínica Coração,Escola Criança Feliz'.split(
    ',',
  );
const cities = 'São Paulo;Brasília;Goiânia;Maceió;Belém;Florianópolis;Niterói;Uberlândia'.split(';');
const areas = ['11', '21', '31', '41', '51', '61', '71', '81', '85', '27'];

/** Makes the file in memory. */
export function makeContactsFile(): ContactsFile {
  const random = mulberry32(20_261_120);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const person = (at: number) => {
    const name = `${pick(firstNames)} ${pick(lastNames)}`;
    const hasEmail = random() < 0.85;
    const hasPhone = !hasEmail || random() < 0.8;
    return {
      name,
      email: hasEmail ? `${plain(name)}${at}@${pick(['correio.example', 'mail.example', 'loja.example'])}` : '',
      tel: hasPhone ? phone(at, pick(areas), random()) : '',
      rest: [random() < 0.3 ? pick(companies) : '', pick(cities), day(random())],
    };
  };
  const good = Array.from({ length: goodRows }, (_, at) => person(at));
  const reasons = (Object.keys(badRows) as Reason[]).flatMap((reason) =>
    Array.from({ length: badRows[reason] }, (_, nth) => ({ reason, nth })),
  );
  const everyNth = Math.floor(goodRows / (reasons.length + 1));
  const lines = ['Nome;E-mail;Celular;Empresa;Cidade;Última compra'];
  let usedEmail = '';
  for (const [at, { name, email, tel, rest }] of good.entries()) {
    usedEmail = email || usedEmail;
    lines.push([quoted(name, at), email, tel, ...rest].join(';'));
    const bad = (at + 1) % everyNth === 0 ? reasons[(at + 1) / everyNth - 1] : undefined;
    if (bad) lines.push(badLine(bad.reason, bad.nth, usedEmail, goodRows + at));
    if (at % 900 === 899) lines.push(';;;;;');
  }
  return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'), good: goodRows, bad: badRows };
}

function badLine(reason: Reason, nth: number, usedEmail: string, at: number): string {
  const tail = 'Padaria Pão de Açúcar;São Paulo;01/10/2026';
  const wrongEmails = ['lucia@', 'jose.mail.example', 'ana@mail,example', 'caio @mail.example', 'não tem'];
  const wrongPhones = ['(11) 9876', '0000-0000', 'ramal 23', '5,51199E+12', '11 9 8765'];
  const lines: Readonly<Record<Reason, string>> = {
    email_invalid: `Lúcia Sá;${wrongEmails[nth % wrongEmails.length]};;${tail}`,
    phone_invalid: `José Araújo;;${wrongPhones[nth % wrongPhones.length]};${tail}`,
    no_address: `Cliente do balcão ${nth};;-;${tail}`,
    duplicate_in_file: `Repetição ${nth};${usedEmail.toUpperCase()};;${tail}`,
    columns_missing: `Inês Brandão;ines${at}@mail.example`,
    columns_extra: `Otávio Sá;otavio${at}@mail.example;;${tail};observação que sobra`,
    quote_broken: `"Márcia Simões;marcia${at}@mail.example;;${tail}`,
    not_text: `Sônia\u0000 Falcão;sonia${at}@mail.example;;${tail}`,
  };
  return lines[reason];
}

/** Some programs quote what they like. */
function quoted(name: string, at: number): string {
  return at % 11 === 0 ? `"${name}"` : name;
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.');
}

/** A mobile number of its own for each person, written in one of the ways that people write it. */
function phone(at: number, area: string, style: number): string {
  const digits = String(70_000_000 + ((at * 7_919) % 20_000_000));
  if (style < 0.5) return `(${area}) 9${digits.slice(0, 4)}-${digits.slice(4)}`;
  return style < 0.8 ? `${area}9${digits}` : `+55 ${area} 9${digits.slice(0, 4)} ${digits.slice(4)}`;
}

function day(part: number): string {
  return `${String(1 + Math.floor(part * 28)).padStart(2, '0')}/${String(1 + (Math.floor(part * 100) % 12)).padStart(2, '0')}/2026`;
}

/** A small random generator with a seed: https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32 */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

// node e2e/files/contacts-file.ts PATH writes the file and says what is in it.
const path = import.meta.main ? process.argv[2] : undefined;
if (path) {
  const { bytes, good, bad } = makeContactsFile();
  writeFileSync(path, bytes);
  process.stdout.write(`${JSON.stringify({ good, bad })}\n`);
}
