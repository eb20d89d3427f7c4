const DARK_INK = '#000000'; // where white cannot be read only black always can
const DARK_GROUND = '#292524'; // of a score in dark mode, the lightest of the dark grounds
const LIGHT_INK = '#ffffff';
const FALLBACK = '#0f766e';
const CONTRAST_MIN = 4.5; // WCAG 2.2 AA for text

export interface BrandColours {
  /** The brand's colour as ground, and the ink that can be read on it. */
  ground: string;
  ink: string;
  /** The brand's colour as text on white, darkened until it can be read, and lightened for a dark ground. */
  onLight: string;
  onDark: string;
}

/** Readable colours from one brand colour `#rrggbb`; anything else is our own teal. */
export function brandColours(brandColor: string): BrandColours {
  const ground = /^#[0-9a-f]{6}$/i.test(brandColor) ? brandColor.toLowerCase() : FALLBACK;
  const ink = contrast(ground, LIGHT_INK) >= CONTRAST_MIN ? LIGHT_INK : DARK_INK;
  return { ground, ink, onLight: mixUntilReadable(ground, '#ffffff'), onDark: mixUntilReadable(ground, DARK_GROUND) };
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(left: string, right: string): number {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function mixUntilReadable(colour: string, ground: string): string {
  const towards = luminance(ground) > 0.5 ? 0 : 255;
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = `#${channels(colour)
      .map((channel) =>
        Math.round(channel + (towards - channel) * share)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
    if (contrast(mixed, ground) >= CONTRAST_MIN) return mixed;
  }
  return towards === 0 ? '#000000' : '#ffffff';
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
