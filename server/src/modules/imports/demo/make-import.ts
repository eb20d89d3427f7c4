import { createHash } from 'node:crypto';
import type { Random } from '#platform/drawing/random.ts';

/** Somebody who came by a file. */
export interface Brought {
  readonly name: string;
  readonly email: string | null;
  readonly tel: string | null;
  readonly workplace: string | null;
}

export interface DemoImport {
  readonly csv: string;
  readonly sha256: Buffer;
  readonly preview: object;
  readonly mapping: readonly string[];
  readonly errors: readonly {
    readonly rowNo: number;
    readonly reason: string;
    readonly column: string | null;
    readonly cells: readonly string[];
  }[];
  readonly createdRows: number;
}

const columns = ['Nome', 'E-mail', 'Celular', 'Empresa'];
const mapping = ['name', 'email', 'tel', 'company'];

/** The file that brought some contacts, with rows among them that were refused. */
export function makeImport(
  random: Random,
  { rejected, contacts }: { rejected: number; contacts: readonly Brought[] },
): DemoImport {
  const rows = contacts.map(({ name, email, tel, workplace }) => ({
    cells: [name, email ?? '', tel ?? '', workplace ?? ''],
    fault: null as ReturnType<typeof faultyRow> | null,
  }));
  for (let count = 0; count < rejected; count += 1) {
    const fault = faultyRow(random, random.pick(contacts));
    rows.splice(random.int(1, rows.length), 0, { cells: fault.cells, fault });
  }
  const csv = [columns, ...rows.map(({ cells }) => cells)].map((cells) => cells.join(';')).join('\r\n');
  const preview = {
    encoding: 'utf-8',
    delimiter: ';',
    hasHeader: true,
    columns,
    sample: rows.slice(0, 5).map(({ cells }) => cells),
    mapping,
  };
  // The header is row 1 of the file.
  const errors = rows.flatMap(({ fault }, index) => (fault ? [{ rowNo: index + 2, ...fault }] : []));
  return {
    csv,
    sha256: createHash('sha256').update(csv).digest(),
    preview,
    mapping,
    errors,
    createdRows: contacts.length,
  };
}

function faultyRow(random: Random, like: Brought): { reason: string; column: string | null; cells: string[] } {
  const name = like.name;
  return random.weighted([
    [
      {
        reason: 'email_invalid',
        column: 'E-mail',
        cells: [name, `${name.split(' ')[0]?.toLowerCase()}@exemplo`, '', ''],
      },
      5,
    ],
    [{ reason: 'phone_invalid', column: 'Celular', cells: [name, '', '1199', like.workplace ?? ''] }, 3],
    [{ reason: 'no_address', column: null, cells: [name, '', '', ''] }, 3],
    [{ reason: 'columns_missing', column: null, cells: [name] }, 1],
  ]);
}
