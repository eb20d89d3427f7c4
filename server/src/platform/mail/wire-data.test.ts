import { expect, test } from 'vitest';
import { toWireData } from './wire-data.ts';

function onTheWire(message: string): string {
  const { lines, end } = toWireData(Buffer.from(message, 'latin1'));
  return lines.toString('latin1') + end;
}

test.each([
  ['a\r\nb\r\n', 'a\r\nb\r\n.\r\n'],
  ['a\r\nb', 'a\r\nb\r\n.\r\n'],
  ['', '.\r\n'],
  ['.\r\n', '..\r\n.\r\n'],
  ['a\r\n.\r\nQUIT\r\n', 'a\r\n..\r\nQUIT\r\n.\r\n'],
  ['a\r\n..b\r\n', 'a\r\n...b\r\n.\r\n'],
  ['a\nb\n', 'a\r\nb\r\n.\r\n'],
  ['a\rb', 'a\r\nb\r\n.\r\n'],
  ['a\n.\nb\n', 'a\r\n..\r\nb\r\n.\r\n'],
  ['a\r.\rb\r', 'a\r\n..\r\nb\r\n.\r\n'],
  ['a\r\r\n.\r\n', 'a\r\n\r\n..\r\n.\r\n'],
  ['a.\r\nb.c\r\n', 'a.\r\nb.c\r\n.\r\n'],
  ['ol\xe1\n', 'ol\xe1\r\n.\r\n'],
])('%j goes out as %j', (message, wire) => {
  expect(onTheWire(message)).toBe(wire);
});

test('nothing that a message holds can end it early or hide a command behind it', () => {
  const parts = ['\r', '\n', '.', 'x', '\r\n', '\r\n.\r\n', '\n.\n', '\r.\r'];
  for (let seed = 0; seed < 4_096; seed += 1) {
    const message = [0, 3, 6, 9].map((shift) => parts[(seed >> shift) & 7]).join('');
    const wire = onTheWire(message);
    expect({ message, end: wire.indexOf('\r\n.\r\n') }).toEqual({
      message,
      end: wire === '.\r\n' ? -1 : wire.length - 5,
    });
    expect(wire.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  }
});

test('a message that is fit already is not copied', () => {
  const message = Buffer.from('a\r\nb\r\n');
  expect(toWireData(message).lines).toBe(message);
});
