import { RehearsalId, UploadId } from '@escuta/contract/ids';
import type { Import, ImportPreview, Rehearsal } from '@escuta/contract/imports';
import { unitId } from '#web/testing/render-app.tsx';

/** The id of the import with this number. */
export function importId(at: number): Import['_id'] {
  return `019a9f3e-0000-7000-8000-${String(300 + at).padStart(12, '0')}` as Import['_id'];
}

/** A finished import of contacts. */
export function anImport(at: number, changes: Partial<Import> = {}): Import {
  return {
    _id: importId(at),
    type: 'import_contacts',
    status: 'finished',
    created_at: '2026-11-20T15:02:00.000Z',
    ended_at: '2026-11-20T15:03:00.000Z',
    totalData: 40,
    progress: 1,
    file_name: `contatos-${at}.csv`,
    counts: { created: 40, updated: 0, unchanged: 0, rejected: 0, warned: 0 },
    error: null,
    undoUntil: null,
    undo: null,
    business: { _id: unitId, nome: 'Aurora Paulista' },
    user: null,
    ...changes,
  };
}

/** What the server found in a small file in Latin-1, with a header. */
export const aPreview: ImportPreview = {
  uploadId: UploadId.parse('019a9f3e-0000-7000-8000-000000000777'),
  type: 'import_contacts',
  survey: null,
  importedBefore: null,
  fileName: 'contatos.csv',
  sizeBytes: 120,
  format: 'csv',
  sheets: [],
  sheet: 0,
  hasCapitalNames: false,
  dayOrder: 'day-month',
  isDayOrderOpen: true,
  encoding: 'windows-1252',
  delimiter: ';',
  hasHeader: true,
  rowCount: 10_412,
  columns: ['Nome', 'E-mail', 'Observação'],
  sample: [
    ['Maria da Silva', 'maria@exemplo.example', 'VIP'],
    ['João Souza', 'joao@exemplo.example', ''],
  ],
  mapping: ['name', 'email', 'ignore'],
  isMappingRemembered: false,
};

/** A finished rehearsal of a file without a fault. */
export function aRehearsal(changes: Partial<Rehearsal> = {}): Rehearsal {
  return {
    _id: RehearsalId.parse('019a9f3e-0000-7000-8000-000000000888'),
    status: 'finished',
    progress: 1,
    totalData: 40,
    counts: { created: 40, updated: 0, unchanged: 0, rejected: 0, warned: 0 },
    issues: [],
    error: null,
    ...changes,
  };
}
