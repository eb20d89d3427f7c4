/** The letters that a spreadsheet shows above its columns: A … Z, AA … */
export function columnLetters(count: number): string[] {
  const letter = (at: number): string =>
    at < 26 ? String.fromCharCode(65 + at) : `${letter(Math.floor(at / 26) - 1)}${letter(at % 26)}`;
  return Array.from({ length: count }, (_, at) => letter(at));
}
