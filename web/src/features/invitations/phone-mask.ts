const digitsMax = 11;

/**
 * A phone as it is typed, in the shape of a Brazilian mobile, `(11) 9 8765-4321`, or of a fixed line, `(11) 3456-7890`; one that
 * begins with a plus is of any country and stays as it is.
 */
export function maskPhone(typed: string): string {
  if (typed.trimStart().startsWith('+')) return typed.replace(/[^\d+ ().-]/g, '').trimStart();
  const digits = typed.replace(/\D/g, '').slice(0, digitsMax);
  if (digits.length <= 2) return digits;
  const [area, number] = [digits.slice(0, 2), digits.slice(2)];
  const isMobile = number.startsWith('9');
  const [first, rest] = isMobile ? [`${number.slice(0, 1)} `, number.slice(1)] : ['', number];
  const tail = rest.length > 4 ? `${rest.slice(0, 4)}-${rest.slice(4)}` : rest;
  return `(${area}) ${first}${tail}`.trimEnd();
}
