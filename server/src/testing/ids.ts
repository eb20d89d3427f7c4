/** A text that stands for an id where a test has no row: `idNamed<ItemId>('a')`. */
export function idNamed<Id extends string>(name: string): Id {
  return name as Id;
}
