import { createCompany, createUser, testPassword } from '../server/src/testing/factories.ts';
import { xlsxFile } from '../server/src/testing/xlsx-file.ts';
import { zipFile } from '../server/src/testing/zip-file.ts';
import { startApi } from './kit/api-server.ts';
import { openInstallation } from './kit/installation.ts';
import { memoryMbOf } from './kit/memory.ts';
import { progress, report } from './kit/report.ts';
import { signIn } from './kit/session.ts';
import type { Session } from './kit/session.ts';
import { rounded } from './kit/statistics.ts';

// Files that were made to hurt who opens them (SENDT-28), uploaded to the API of production: each has to be refused, how long that
// takes from the first byte, and how much memory the server takes for all of them beyond what it has after an honest file.

const book = { sheets: [{ name: 'Contatos', rows: [['Nome', 'E-mail']] }] };
const sheet = (xml: string) => xlsxFile({ ...book, parts: { 'xl/worksheets/sheet1.xml': xml } });
const honest = xlsxFile({
  sheets: [
    {
      name: 'Contatos',
      rows: [['Nome', 'E-mail'], ...Array.from({ length: 5_000 }, (_, at) => ['Ana', `ana${at}@x.example`])],
    },
  ],
});

const bombs: Readonly<Record<string, () => Buffer>> = {
  zipRatio1000: () => sheet(`<worksheet>${' '.repeat(500_000_000)}</worksheet>`),
  entries100000: () =>
    zipFile(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`xl/media/${at}.png`, '']))),
  // Of many values, so that it is not refused for how well it is packed.
  columns1000000: () => {
    const cells = Array.from({ length: 1_000_000 }, (_, at) => `<c><v>${(at * 7_919) % 100_003}</v></c>`);
    return sheet(`<worksheet><sheetData><row>${cells.join('')}</row></sheetData></worksheet>`);
  },
  columns1000000InCsv: () => Buffer.from(`${'c;'.repeat(1_000_000)}\nAna;ana@x.example\n`),
  nestedZips: () => nested(xlsxFile(book), 50),
  billionLaughs: () => {
    const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
    const cell = '<c r="A1" t="inlineStr"><is><t>&l9;</t></is></c>';
    return sheet(
      `<!DOCTYPE w [<!ENTITY l0 "ha">${entities}]><worksheet><sheetData><row>${cell}</row></sheetData></worksheet>`,
    );
  },
};

const installation = await openInstallation();
const { url, program, stop } = await startApi(installation);
try {
  const { database } = installation;
  const unit = await createCompany({ database });
  const user = await createUser({ database } as Parameters<typeof createUser>[0], { companyId: unit.companyId });
  const { headers } = await signIn(url, { ...unit, email: user.email, password: testPassword });
  const { status } = await upload(headers, honest);
  if (status !== 201) throw new Error(`an honest workbook was answered ${status}`);
  const { peak: peakBefore } = await memoryMbOf(program);
  const ms: Record<string, number> = {};
  let accepted = 0;
  for (const [name, make] of Object.entries(bombs)) {
    const file = make();
    const began = performance.now();
    const refusal = await upload(headers, file);
    ms[name] = Math.round(performance.now() - began);
    if (refusal.status !== 422) accepted += 1;
    const { peak } = await memoryMbOf(program);
    progress(
      `${name}: ${rounded(file.length / 1_000_000)} MB, ${refusal.status} ${refusal.code} after ${ms[name]} ms, at most ${Math.round(peak)} MB so far`,
    );
  }
  const { peak } = await memoryMbOf(program);
  const slowestMs = Math.max(...Object.values(ms));
  const memoryMb = Math.round(peak - peakBefore);
  report('bombs', { slowestMs, memoryMb, accepted, ...ms, peakMb: Math.round(peak) }, [
    { field: 'slowestMs', value: slowestMs, atMost: 2_000 },
    { field: 'memoryMb', value: memoryMb, atMost: 150 },
    { field: 'accepted', value: accepted, atMost: 0 },
  ]);
} finally {
  await stop();
  await installation.close();
}

/** Zips in zips, the innermost one a workbook. */
function nested(inner: Buffer, depth: number): Buffer {
  let file = inner;
  for (let at = 0; at < depth; at += 1) file = zipFile({ 'contatos.xlsx': file });
  return file;
}

async function upload(headers: Session['headers'], file: Buffer): Promise<{ status: number; code: string }> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)]), 'contatos.xlsx');
  const answer = await fetch(`${url}/api/imports/uploads`, { method: 'POST', headers, body });
  const { code = '' } = (await answer.json()) as { code?: string };
  return { status: answer.status, code };
}
