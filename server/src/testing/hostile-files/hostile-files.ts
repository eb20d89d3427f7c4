import type { HostileFile } from './hostile-file.ts';
import { programFiles } from './program-files.ts';
import { textFiles } from './text-files.ts';
import { workbookFiles } from './workbook-files.ts';

/** All files of the corpus, each with what the importer makes of it. */
export const hostileFiles: readonly HostileFile[] = [...textFiles, ...workbookFiles, ...programFiles];
