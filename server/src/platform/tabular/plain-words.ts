/** A header in lower case without accents, with one space between its words. */
export function plainWords(cell: string): string {
  return cell
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_\s.]+/g, ' ')
    .trim();
}
