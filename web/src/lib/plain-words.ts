/** Words as people compare them: without accents, in small letters. */
export function plainWords(words: string): string {
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
