import { expect, test } from 'vitest';
import { shortUnitName } from '#web/app/unit-names.ts';

test.each([
  [
    ['Aurora Paulista – São Paulo', 'Aurora Praia – Florianópolis'],
    ['Paulista – São Paulo', 'Praia – Florianópolis'],
  ],
  [
    ['Loja Centro Norte', 'Loja Centro Sul', 'Loja Barra'],
    ['Centro Norte', 'Centro Sul', 'Barra'],
  ],
  [
    ['Aurora', 'Aurora Praia'],
    ['Aurora', 'Praia'],
  ],
  [
    ['Norte', 'Sul'],
    ['Norte', 'Sul'],
  ],
  [
    ['Centro', 'Centro'],
    ['Centro', 'Centro'],
  ],
])('%s are told apart by their beginnings', (names, short) => {
  expect(names.map((name) => shortUnitName(name, names))).toEqual(short);
});
