import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface LogFile {
  readonly path: string;
  write(line: string): void;
  /** The last lines written, oldest first. */
  tail(): string[];
}

const sizeBytesMax = 10 * 1024 * 1024;
const tailLines = 50;

/**
 * Appends lines to `path`. At 10 MB the file becomes `<path>.1`, in place of the one before, so two are kept. What a full
 * disk does not take is lost: the programs that write it go on.
 */
export function openLogFile(path: string, options: { echo: boolean }): LogFile {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a');
  let sizeBytes = statSync(path).size;
  const last: string[] = [];

  function append(text: string): void {
    if (sizeBytes > sizeBytesMax) {
      closeSync(file);
      renameSync(path, `${path}.1`);
      file = openSync(path, 'a');
      sizeBytes = 0;
    }
    sizeBytes += writeSync(file, text);
  }

  return {
    path,
    tail: () => [...last],
    write: (line) => {
      if (options.echo) console.log(line);
      last.push(line);
      if (last.length > tailLines) last.shift();
      try {
        append(`${line}\n`);
      } catch (error) {
        if (!['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    },
  };
}
