/*
 * The tax numbers of Brazil, as the server keeps them and as every form and file gives them: CPF of people, CNPJ of companies,
 * also the one with letters that is given out since July 2026.
 */

/** Weights go from 2 at the last place to this one, and begin anew. */
const cpfWeightMax = 11;
const cnpjWeightMax = 9;
const cpfShape = /^\d{11}$/;
/** Digits or letters before the two check digits. */
const cnpjShape = /^[0-9A-Z]{12}\d{2}$/;

/** A CPF as it is kept: its digits, without the signs and spaces between them. */
export function normalizeCpf(typed: string): string {
  return typed.replace(/[.\-\s]/g, '');
}

/** A CNPJ as it is kept: 14 digits or capital letters, without the signs and spaces between them. */
export function normalizeCnpj(typed: string): string {
  return typed.replace(/[./\-\s]/g, '').toUpperCase();
}

/** What is wrong with a CPF, by the names of the specification; null for nothing. */
export function cpfProblem(typed: string): 'cpfIncompleto' | 'cpfInvalido' | null {
  const digits = normalizeCpf(typed);
  if (!cpfShape.test(digits) || isRepeated(digits)) return 'cpfIncompleto';
  return hasCheckDigits(digits, cpfWeightMax) ? null : 'cpfInvalido';
}

export function isCpf(typed: string): boolean {
  return cpfProblem(typed) === null;
}

/** Whether a CNPJ has 14 places, not all alike, and the right check digits. */
export function isCnpj(typed: string): boolean {
  const text = normalizeCnpj(typed);
  return cnpjShape.test(text) && !isRepeated(text) && hasCheckDigits(text, cnpjWeightMax);
}

/** '12345678909' → '123.456.789-09', and as much of it as is typed. */
export function writtenCpf(typed: string): string {
  return masked(typed.replace(/\D/g, ''), '000.000.000-00');
}

/** '11222333000181' → '11.222.333/0001-81', and as much of it as is typed. */
export function writtenCnpj(typed: string): string {
  return masked(typed.toUpperCase().replace(/[^0-9A-Z]/g, ''), '00.000.000/0000-00');
}

/** Signs in the places that a mask has for them, up to the last one. */
function masked(signs: string, mask: string): string {
  let next = 0;
  const written = mask.replace(/0/g, () => signs[next++] ?? ' ');
  return written.slice(0, written.search(/\W* |$/));
}

function isRepeated(text: string): boolean {
  return /^(.)\1*$/.test(text);
}

function hasCheckDigits(text: string, weightMax: number): boolean {
  return [text.length - 2, text.length - 1].every(
    (place) => text[place] === String(checkDigit(text.slice(0, place), weightMax)),
  );
}

/** Modulo 11 over the values of the places, a letter's being its code in ASCII less 48 (Receita Federal, IN RFB 2.229/2024). */
function checkDigit(text: string, weightMax: number): number {
  const weighted = Array.from(text)
    .toReversed()
    .map((sign, place) => (sign.charCodeAt(0) - 48) * (2 + (place % (weightMax - 1))));
  const rest = weighted.reduce((sum, value) => sum + value, 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
}
