import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowXml } from './sheet-xml.ts';

const texts = [
  '=1+1',
  '=HYPERLINK("http://x";"clique")',
  '+5511987654321',
  '-2',
  '@SUM(A1)',
  '01234567890',
  '1e3',
  'TRUE',
];
const reading = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom('</t></is><f>1+1</f>', '" t="str', '<c r="B1"><f>1+1</f></c>'),
);
const typedAsString = /^<c r="[A-Z]+7" s="\d+" t="inlineStr"><is><t xml:space="preserve">[^<>]*<\/t><\/is><\/c>$/;

test('[ASVS-28] every text of a workbook is typed as a string, whatever it looks like, and none is a formula', () => {
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 30 }), (row) => {
      const xml = rowXml(
        7,
        row.map((value) => ({ type: 'text', value })),
      );
      const cells = xml.replace(/^<row r="7">|<\/row>$/g, '').split(/(?=<c )/);
      expect(cells).toHaveLength(row.length);
      for (const cell of cells) expect(cell).toMatch(typedAsString);
    }),
    { examples: [[texts]] },
  );
});
