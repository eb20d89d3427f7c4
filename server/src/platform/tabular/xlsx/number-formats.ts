/** What the numbers of a format stand for. */
export type NumberKind = 'number' | 'date' | 'time';

/** Formats that every spreadsheet knows by their number alone (ECMA-376-1 §18.8.30), those of East Asian calendars among them. */
const builtInDates = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58];
const builtInTimes = [18, 19, 20, 21, 32, 33, 45, 46, 47];
const builtIn = new Map<number, NumberKind>([
  ...builtInDates.map((id) => [id, 'date'] as const),
  ...builtInTimes.map((id) => [id, 'time'] as const),
]);

/** What a built-in format stands for. */
export function kindOfBuiltIn(id: number): NumberKind {
  return builtIn.get(id) ?? 'number';
}

/** What a format code such as `dd/mm/yyyy;@` or `[$-416]d "de" mmmm` stands for: a date when it names a day or a year. */
export function kindOfFormat(code: string): NumberKind {
  const letters = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    // Colours, conditions and languages; what stays is a time that goes on past its day.
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .replace(/general|am\/pm|a\/p/gi, '')
    .split(';', 1)[0];
  if (letters === undefined) return 'number';
  if (/[dy]/i.test(letters) || /mmm/i.test(letters)) return 'date';
  return /[hs]/i.test(letters) ? 'time' : 'number';
}
