import { expect, test } from 'vitest';
import { attachedName } from '#web/lib/attached-file.ts';

test('reads the name of an attachment, the one with an encoding first', () => {
  const header = `attachment; filename="import-errors.csv"; filename*=UTF-8''Contatos%20S%C3%A3o%20Paulo-erros.csv`;
  expect(attachedName(header)).toBe('Contatos São Paulo-erros.csv');
  expect(attachedName('attachment; filename="errors.csv"')).toBe('errors.csv');
  expect(attachedName(`attachment; filename="errors.csv"; filename*=UTF-8''%E3%`)).toBe('errors.csv');
  expect(attachedName('attachment')).toBeNull();
  expect(attachedName(null)).toBeNull();
});
