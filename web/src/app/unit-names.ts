/**
 * Names without the words that all of them begin with, for where there is room for a few letters only: of 'Hotel Central Lake'
 * and 'Hotel Central Beach' these are 'Lake' and 'Beach'. A name of which nothing would be left keeps its last word.
 */
export function shortUnitName(name: string, all: readonly string[]): string {
  const words = wordsOf(name);
  const shared = Math.min(
    words.length - 1,
    ...all.map((other) => {
      const others = wordsOf(other);
      const at = words.findIndex((word, place) => word !== others[place]);
      return at === -1 ? words.length : at;
    }),
  );
  return words.slice(shared).join(' ');
}

function wordsOf(name: string): string[] {
  return name.split(/\s+/).filter((word) => word !== '');
}
