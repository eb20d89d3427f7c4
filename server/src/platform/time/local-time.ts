const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day `YYYY-MM-DD` and the time `HH:MM:SS` that people of an IANA zone read off their clocks at an instant. */
export function localTime(timezone: string, instant: Date): { day: string; time: string } {
  let format = formats.get(timezone);
  if (!format) {
    // Swedish writes both as ISO 8601 does: '2026-11-20 14:02:09'.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timezone, format);
  }
  const [day = '', time = ''] = format.format(instant).split(' ');
  return { day, time };
}
