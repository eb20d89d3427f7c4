/** Of a zone: how its clocks are written, and how far ahead of UTC they are in the day that was asked for last. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  dayNo: number;
  /** Null where they are set within the day. */
  aheadMs: number | null;
  /** The local day that was written last, and how. */
  localDayNo: number;
  localDay: string;
}

const dayMs = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_unused, number) => `${number}`.padStart(2, '0'));
const zones = new Map<string, Zone>();

/** The calendar day `YYYY-MM-DD` and the time `HH:MM:SS` that people of an IANA zone read off their clocks at an instant. */
export function localTime(timezone: string, instant: Date): { day: string; time: string } {
  const zone = zoneOf(timezone);
  const at = instant.getTime();
  const dayNo = Math.floor(at / dayMs);
  if (zone.dayNo !== dayNo) {
    const [first, next] = [aheadMsAt(zone, dayNo * dayMs), aheadMsAt(zone, (dayNo + 1) * dayMs)];
    zone.dayNo = dayNo;
    zone.aheadMs = first === next ? first : null;
  }
  // What reads a million times is slow: nearly every day has one answer.
  if (zone.aheadMs !== null) return shiftedTime(zone, at + zone.aheadMs);
  const [day = '', time = ''] = written(zone, at);
  return { day, time };
}

/** The day and the time of an instant that is moved by what the clocks are ahead. Rows of a list often share their day. */
function shiftedTime(zone: Zone, shifted: number): { day: string; time: string } {
  const localDayNo = Math.floor(shifted / dayMs);
  if (zone.localDayNo !== localDayNo) {
    [zone.localDay = ''] = new Date(shifted).toISOString().split('T');
    zone.localDayNo = localDayNo;
  }
  const seconds = Math.floor((shifted - localDayNo * dayMs) / 1_000);
  const minutes = Math.floor(seconds / 60);
  const time = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`;
  return { day: zone.localDay, time };
}

function zoneOf(timezone: string): Zone {
  let zone = zones.get(timezone);
  if (!zone) {
    // Swedish writes both as ISO 8601 does: '2026-11-20 14:02:09'.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
    zone = { format, dayNo: Number.NaN, aheadMs: null, localDayNo: Number.NaN, localDay: '' };
    zones.set(timezone, zone);
  }
  return zone;
}

function aheadMsAt(zone: Zone, at: number): number {
  const [day, time] = written(zone, at);
  return Date.parse(`${day}T${time}Z`) - at;
}

function written({ format }: Zone, at: number): string[] {
  return format.format(at).split(' ');
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
