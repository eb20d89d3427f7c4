import type { Problem } from '../kit/report.ts';

/** Checks a list of our own words: one a line, in order, none twice, so that two branches rarely meet in one line. */
export function checkWordList(file: string, text: string): Problem[] {
  const lines = text.split('\n');
  return lines.flatMap((word, index) => {
    const before = lines[index - 1];
    if (word === '' || before === undefined || before.startsWith('#') || compare(before, word) < 0) return [];
    const message =
      before === word ? `“${word}” stands here twice` : `“${word}” belongs before “${before}”: keep the list sorted`;
    return [{ file, line: index + 1, message }];
  });
}

/** Reads cspell's report, one `path:line:column - Unknown word (word)` a line, as problems. */
export function readReport(output: string): Problem[] {
  return output.split('\n').flatMap((row) => {
    const match = /^(.+?):(\d+):\d+ - (.+)$/.exec(row.trim());
    if (!match) return [];
    const [, file = '', line = '0', text = ''] = match;
    return [{ file, line: Number(line), message: `${text}; mend it, or add a true word to .cspell/project.txt` }];
  });
}

function compare(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : Number(left > right);
}
