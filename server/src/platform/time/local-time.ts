const dayMs = 86_400_000;
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

/**
 * The instant at which the clocks of an IANA zone show a day and a time: the first of two where they go back, and where they skip
 * it, as much later.
 */
export function instantAt(timezone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}Z`);
  // How far the clocks are ahead a day before and a day after: they are set at most once in between.
  const instants = [-dayMs, dayMs].map((apart) => {
    const read = localTime(timezone, new Date(shown + apart));
    return shown - (Date.parse(`${read.day}T${read.time}Z`) - (shown + apart));
  });
  const told = instants.filter((at) => {
    const read = localTime(timezone, new Date(at));
    return read.day === day && read.time === time;
  });
  return new Date(told.length > 0 ? Math.min(...told) : Math.max(...instants));
}
