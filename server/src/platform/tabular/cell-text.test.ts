// cspell:ignore NULO NOMBRE DISP DESPEJAR DESBORDAMIENTO
import { expect, test } from 'vitest';
import { isFormulaError } from './cell-text.ts';

test.each([
  '#N/A',
  '#N/D',
  '#N/DISP',
  '#n/d',
  '#REF!',
  '#¡REF!',
  '#NAME?',
  '#NOME?',
  '#¿NOMBRE?',
  '#VALUE!',
  '#VALOR!',
  '#¡VALOR!',
  '#DIV/0!',
  '#¡DIV/0!',
  '#NUM!',
  '#NÚM!',
  '#¡NUM!',
  '#NULL!',
  '#NULO!',
  '#¡NULO!',
  '#SPILL!',
  '#DESPEJAR!',
  '#¡DESBORDAMIENTO!',
  '#CALC!',
  '#¡CALC!',
  '#FIELD!',
  '#¡CAMPO!',
  '#GETTING_DATA',
  '#ERROR!',
  '#¡ERROR!',
  'Err:502',
  'Err:508',
])('%s is an error of a formula', (cell) => {
  expect(isFormulaError(cell)).toBe(true);
});

test.each([
  '',
  '#',
  '#N',
  '#12',
  '#NAME',
  '#valor',
  '#campo',
  'N/A',
  'NAME?',
  'Quarto #REF!',
  '#N/A?',
  '#REF! e #N/D',
  'Err:',
  'Err:5',
  'Erro: 502',
])('people may have written %j', (cell) => {
  expect(isFormulaError(cell)).toBe(false);
});
