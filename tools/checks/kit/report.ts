/** One thing to mend: where it is, and what to do about it. */
export interface Problem {
  file: string;
  /** 1-based; left out when the problem is the file itself. */
  line?: number;
  message: string;
}

/** Prints each problem as `file:line message`, then one line of summary, and sets the exit code of the process. */
export function report(check: string, problems: Problem[], ok: string): void {
  for (const { file, line, message } of sorted(problems)) {
    console.error(`${line === undefined ? file : `${file}:${line}`}  ${message}`);
  }
  if (problems.length === 0) {
    console.log(`${check}: ${ok}`);
    return;
  }
  console.error(`${check}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`);
  process.exitCode = 1;
}

/** The 1-based line of an offset in a text. */
export function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}

function sorted(problems: Problem[]): Problem[] {
  return problems.toSorted((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0));
}
