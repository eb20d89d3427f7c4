/** Now. The one place of the web that reads the clock. */
export function now(): Date {
  return new Date();
}

/** By zone: to make one takes a phone longer than to draw a card. */
const days = new Map<string, Intl.DateTimeFormat>();

/** The calendar day `YYYY-MM-DD` that an instant falls on in a zone. */
export function dayIn(timeZone: string, instant: Date): string {
  let format = days.get(timeZone);
  if (!format) {
    // In the locale of the browser, whose names the page needs anyway.
    format = new Intl.DateTimeFormat(undefined, {
      calendar: 'gregory',
      numberingSystem: 'latn',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone,
    });
    days.set(timeZone, format);
  }
  const parts = format.formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
