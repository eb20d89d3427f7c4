import { expect, test } from 'vitest';
import { brandColors, contrastRatio, grounds } from './brand-colors.ts';

const levels = ['00', '33', '66', '99', 'cc', 'ff'];
const colors = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)));

test('the contrast ratio is that of WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('whatever the brand, fills keep it and stand out by their rim, text on them and accents can be read, in light and dark', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const color of colors) {
      const { fill, onFill, rim, accent } = brandColors(color, scheme);
      expect(fill).toBe(color);
      expect(contrastRatio(rim, grounds[scheme]), `${color} rim, ${scheme}`).toBeGreaterThanOrEqual(3);
      expect(contrastRatio(onFill, fill), `${color} text, ${scheme}`).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(accent, grounds[scheme]), `${color} accent, ${scheme}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('a brand that can be read stays as it is', () => {
  expect(brandColors('#0F766E', 'light')).toEqual({
    fill: '#0f766e',
    onFill: '#ffffff',
    rim: '#0f766e',
    accent: '#0f766e',
  });
  expect(brandColors('#FFD400', 'dark').rim).toBe('#ffd400');
});
