import type { Export } from '@escuta/contract/exports';
import { isExportExpired } from '@escuta/contract/export-types';

/**
 * What stands in the column of the link (decision 16 of the product): the file for seven days, then that it is gone; before its
 * end, and where there never will be one, nothing. `erased`: gone before, with a person who may have been in it. `withheld`: it
 * is there, but this user may not download it.
 */
export type ExportLink = 'download' | 'expired' | 'erased' | 'withheld' | 'none';

/** The link of an export at a moment. */
export function linkOf(
  { status, ended_at, file, is_file_gone }: Pick<Export, 'status' | 'ended_at' | 'file' | 'is_file_gone'>,
  now: Date,
): ExportLink {
  if (status !== 'finished' || ended_at === null) return 'none';
  if (isExportExpired(ended_at, now)) return 'expired';
  if (is_file_gone) return 'erased';
  return file === null ? 'withheld' : 'download';
}

const titleSigns = 40;

/** The title of a survey as the list has room for it: 40 signs at most, the last of them an ellipsis where more follow. */
export function shortTitle(title: string): string {
  const signs = Array.from(title);
  return signs.length <= titleSigns
    ? title
    : `${signs
        .slice(0, titleSigns - 1)
        .join('')
        .trimEnd()}…`;
}
