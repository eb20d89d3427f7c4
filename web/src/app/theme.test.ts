import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { cssVariables, theme } from '#web/app/theme.ts';

type Rgb = readonly [number, number, number];

/** How eyes see red, green and blue light that miss one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1). */
const eyes: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const markContrastMin = 1.5;
const edgeContrastMin = 3;
const inkContrastMin = 4;

function light(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function luminance(color: string, eye: readonly [Rgb, Rgb, Rgb]): number {
  const rgb = [1, 3, 5].map((at) => light(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  const [red = 0, green = 0, blue = 0] = eye.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, at) => sum + weight * (rgb[at] ?? 0), 0),
      ),
    ),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG counts it. */
function contrast(one: string, other: string, eye = eyes['all colours']!): number {
  const [dark = 0, bright = 0] = [luminance(one, eye), luminance(other, eye)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('the bars of the score groups, %s', (scheme) => {
  const tokens = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme))[scheme];
  const token = (name: string) => tokens[`--${name}`] ?? '';
  const groups = ['top', 'middle', 'bottom'];

  test.each(Object.keys(eyes))('differ in lightness for eyes with %s', (eye) => {
    for (const group of groups)
      for (const other of groups.filter((each) => each !== group))
        expect(contrast(token(`mark-${group}`), token(`mark-${other}`), eyes[eye])).toBeGreaterThan(markContrastMin);
  });

  test.each(groups)('stand out from the surface with an edge, and carry a sign that can be read: %s', (group) => {
    expect(contrast(token(`mark-${group}-edge`), token('surface'))).toBeGreaterThan(edgeContrastMin);
    expect(contrast(token(`mark-${group}-ink`), token(`mark-${group}`))).toBeGreaterThan(inkContrastMin);
  });

  test('leave words their contrast', () => {
    for (const group of groups)
      for (const ground of [token('surface'), token(`score-${group}-ground`)])
        expect(contrast(token(`score-${group}`), ground)).toBeGreaterThan(4.5);
  });
});
