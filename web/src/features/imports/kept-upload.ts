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
  try {
    const upload = Upload.parse(JSON.parse(storeOfTab.get(key) ?? ''));
    return upload.preview.uploadId === uploadId ? upload : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets what was kept: the first rows of the file are personal data. */
export function forgetUpload(): void {
  storeOfTab.remove(key);
}
