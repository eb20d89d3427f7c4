import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { drawPicture } from './draw-picture.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } });

function drawn(bytes: Buffer, draw = (picture: Sharp) => picture.resize(16, 16).png()) {
  return drawPicture({ content: Readable.from([bytes]), isCut: () => false }, draw);
}

test.each([
  ['a PNG of 16 million pixels is drawn', plain(4_000, 4_000).png(), true],
  ['a PNG of more is not', plain(4_000, 4_001).png(), false],
  ['a WebP of 16 million pixels is drawn', plain(4_000, 4_000).webp({ effort: 0 }), true],
  ['a WebP of more is not', plain(4_000, 4_001).webp({ effort: 0 }), false],
  ['a JPEG of 64 million pixels is drawn', plain(8_000, 8_000).jpeg(), true],
  ['a JPEG of more is not', plain(8_000, 8_001).jpeg(), false],
  ['a progressive JPEG of 16 million pixels is drawn', plain(4_000, 4_000).jpeg({ progressive: true }), true],
  ['a progressive JPEG of more is not', plain(4_000, 4_001).jpeg({ progressive: true }), false],
])('%s', async (_of, picture, isDrawn) => {
  expect((await drawn(await picture.toBuffer())) !== undefined).toBe(isDrawn);
});

test.each(['png', 'jpeg', 'webp'] as const)('a %s that ends too early is none', async (format) => {
  const bytes = await sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
    .toFormat(format)
    .toBuffer();
  expect(await drawn(bytes)).toBeDefined();
  expect(await drawn(bytes.subarray(0, bytes.length * 0.8))).toBeUndefined();
});

test('stands as it was held', async () => {
  const bytes = await plain(40, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const upright = await drawn(bytes, (picture) => picture.png());
  expect(await sharp(upright).metadata()).toMatchObject({ width: 30, height: 40 });
});

test('one is drawn at a time, and who comes when five are there is told when to come again', async () => {
  const bytes = await plain(2_000, 2_000).png().toBuffer();
  const drawing = { now: 0, most: 0 };
  const all = Array.from({ length: 8 }, async () => {
    await drawn(bytes, (picture) => {
      drawing.now += 1;
      drawing.most = Math.max(drawing.most, drawing.now);
      return picture.resize(16, 16).png();
    });
    drawing.now -= 1;
  });
  const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected');
  expect(drawing.most).toBe(1);
  expect(refused).toHaveLength(3);
  for (const each of refused)
    expect(each).toMatchObject({ reason: { code: 'TOO_MANY_REQUESTS', params: { retryAfter: 5 } } });
  expect(await drawn(bytes)).toBeDefined();
});
