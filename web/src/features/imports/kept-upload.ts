import { RehearsalId, UploadId } from '@escuta/contract/ids';
import { blankCells, dayOrder, ImportPreview, importField, importMode } from '@escuta/contract/imports';
import { z } from 'zod';
import { storeOfTab } from '#web/lib/browser-store.ts';

/** An uploaded file, and what was chosen about it so far. */
export const Upload = z.object({
  preview: ImportPreview,
  hasHeader: z.boolean(),
  mapping: z.array(importField),
  mode: importMode,
  blankCells,
  titleCase: z.boolean(),
  dayOrder,
  setsOff: z.boolean(),
});
export type Upload = z.infer<typeof Upload>;

const key = 'import_upload';

/** A rehearsal that was asked for, and with which choices, as JSON. */
const AskedRehearsal = z.object({ uploadId: UploadId, id: RehearsalId, choices: z.string() });
type AskedRehearsal = z.infer<typeof AskedRehearsal>;

const rehearsalKey = 'import_rehearsal';

/** What is proposed for a file that was just uploaded. */
export function proposalFor(preview: ImportPreview): Upload {
  return {
    preview,
    hasHeader: preview.hasHeader,
    mapping: preview.mapping,
    mode: 'create_and_update',
    blankCells: 'keep',
    titleCase: false,
    dayOrder: preview.dayOrder,
    setsOff: false,
  };
}

/** Keeps an upload in this tab, so that a reload goes on where it was. Only the last one is kept. */
export function keepUpload(upload: Upload): void {
  storeOfTab.set(key, JSON.stringify(upload));
}

/** The upload that this tab kept under this id, if it did. */
export function keptUpload(uploadId: string): Upload | undefined {
  const upload = kept(key, Upload);
  return upload?.preview.uploadId === uploadId ? upload : undefined;
}

/** Keeps which rehearsal this tab asked for, so that a reload shows what it found. Only the last one is kept. */
export function keepRehearsal(asked: AskedRehearsal): void {
  storeOfTab.set(rehearsalKey, JSON.stringify(asked));
}

/** The rehearsal of an upload that this tab asked for, if it did. */
export function keptRehearsal(uploadId: UploadId): AskedRehearsal | undefined {
  const asked = kept(rehearsalKey, AskedRehearsal);
  return asked?.uploadId === uploadId ? asked : undefined;
}

/** What this tab kept under a name, where it is what that should be. */
function kept<Kept>(name: string, shape: z.ZodType<Kept>): Kept | undefined {
  try {
    return shape.parse(JSON.parse(storeOfTab.get(name) ?? ''));
  } catch {
    return undefined;
  }
}

/** Forgets what was kept: the first rows of the file are personal data. */
export function forgetUpload(): void {
  storeOfTab.remove(key);
  storeOfTab.remove(rehearsalKey);
}
