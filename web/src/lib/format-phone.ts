/** How people write the numbers of a country: the parts of a number in E.164, and what stands between them. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^\+55(\d{2})(\d{4,5})(\d{4})$/, '+55 $1 $2-$3'],
  [/^\+549(11|[2368]\d{2})(\d{3,4})(\d{4})$/, '+54 9 $1 $2-$3'],
  [/^\+54(11|[2368]\d{2})(\d{3,4})(\d{4})$/, '+54 $1 $2-$3'],
  [/^\+52(33|55|56|81)(\d{4})(\d{4})$/, '+52 $1 $2 $3'],
  [/^\+52(\d{3})(\d{3})(\d{4})$/, '+52 $1 $2 $3'],
  [/^\+56(\d)(\d{4})(\d{4})$/, '+56 $1 $2 $3'],
  [/^\+57(\d{3})(\d{3})(\d{4})$/, '+57 $1 $2 $3'],
  [/^\+51(9\d{2})(\d{3})(\d{3})$/, '+51 $1 $2 $3'],
  [/^\+598(\d{2})(\d{3})(\d{3})$/, '+598 $1 $2 $3'],
  [/^\+595(9\d{2})(\d{3})(\d{3})$/, '+595 $1 $2 $3'],
  [/^\+593(9\d)(\d{3})(\d{4})$/, '+593 $1 $2 $3'],
  [/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2-$3'],
];

/** '+55 11 98765-4321' of a number in E.164; a masked one, or one of a country that is not listed, stays as it is. */
export function formatPhone(tel: string): string {
  const found = spellings.find(([pattern]) => pattern.test(tel));
  return found ? tel.replace(found[0], found[1]) : tel;
}
