type Rgb = readonly [red: number, green: number, blue: number];

/** A brand colour on one ground: the fill of controls, its text and its edge, and the colour of links and marks. */
export interface BrandColors {
  readonly fill: string;
  readonly onFill: string;
  /** A line of one pixel that makes a fill stand out from the ground; the fill's own colour where it does. */
  readonly rim: string;
  readonly accent: string;
}

export const grounds = { light: '#ffffff', dark: '#1f1c1a' } as const;

const contrastOfText = 4.5;
const contrastOfMark = 3;

/**
 * Keeps the brand's colour as a fill and chooses its ink. Only where the colour itself has to be seen it moves towards
 * black (light ground) or white (dark ground): the rim of a fill until it stands out from the ground by 3:1, text by 4.5:1
 * (WCAG 2.2, 1.4.3 and 1.4.11).
 * @param brandColor `#RRGGBB`
 */
export function brandColors(brandColor: string, scheme: keyof typeof grounds): BrandColors {
  const ground = parse(grounds[scheme]);
  const towards: Rgb = scheme === 'light' ? [0, 0, 0] : [255, 255, 255];
  const brand = parse(brandColor);
  const rim = shiftUntil(brand, towards, (color) => contrast(color, ground) >= contrastOfMark);
  const accent = shiftUntil(brand, towards, (color) => contrast(color, ground) >= contrastOfText);
  return { fill: format(brand), onFill: textOn(brand), rim: format(rim), accent: format(accent) };
}

/** The contrast ratio of two colours `#RRGGBB`, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(left: string, right: string): number {
  return contrast(parse(left), parse(right));
}

/** White where it can be read, black elsewhere: on every colour one of the two reaches 4.5:1. */
function textOn(fill: Rgb): string {
  return contrast(fill, [255, 255, 255]) >= contrastOfText ? '#ffffff' : '#000000';
}

const steps = 50;

function shiftUntil(color: Rgb, towards: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  for (let step = 0; step < steps; step += 1) {
    const part = step / steps;
    const [red, green, blue] = color.map((channel, at) => Math.round(channel + ((towards[at] ?? 0) - channel) * part));
    const shifted: Rgb = [red ?? 0, green ?? 0, blue ?? 0];
    if (isEnough(shifted)) return shifted;
  }
  return towards;
}

function contrast(left: Rgb, right: Rgb): number {
  const [dark = 0, light = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function parse(color: string): Rgb {
  const number = Number.parseInt(color.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function format(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
