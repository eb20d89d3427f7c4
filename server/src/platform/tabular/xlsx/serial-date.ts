import type { CellDate } from '../table.ts';

const msPerDay = 86_400_000;
const secondsPerDay = 86_400;
/** 9999-12-31, the last day that spreadsheets know, in the system of 1900. */
const lastSerial = 2_958_465;
/** Days between the two systems (ECMA-376-1 §18.17.4.1). */
const daysTo1904 = 1_462;

/**
 * The day and the time that a number stands for: days since 1900-01-01, which is 1, or since 1904-01-01, which is 0, in files
 * of old Macs. The system of 1900 counts a 29th of February 1900 that never was. Null for a number that is no day.
 */
export function dateOfSerial(serial: number, is1904: boolean): CellDate | null {
  const days = is1904 ? serial + daysTo1904 : serial;
  if (!(days >= 1 && days < lastSerial + 1)) return null;
  const seconds = Math.round((days - Math.floor(days)) * secondsPerDay);
  const day = Math.floor(days) + Math.floor(seconds / secondsPerDay);
  if (day === 60) return null;
  const at = new Date(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * msPerDay);
  return { day: at.toISOString().slice(0, 10), time: timeText(seconds % secondsPerDay) };
}

/** Days from 1900-01-01, which is 1, to 1970-01-01, with the day of February that never was. */
const daysTo1970 = 25_569;

/** The number that stands for a day and its time in the system of 1900; null for a day that has none there. */
export function serialOfDate({ day, time }: CellDate): number | null {
  const days = Date.parse(`${day}T00:00:00Z`) / msPerDay + daysTo1970;
  const serial = days <= 60 ? days - 1 : days;
  const part = time === null ? 0 : serialOfTime(time);
  return serial >= 1 && serial <= lastSerial && part !== null ? serial + part : null;
}

/** The part of a day that `HH:MM:SS` stands for; null when it is no time of day. */
export function serialOfTime(time: string): number | null {
  const [, hours, minutes, seconds] = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(time) ?? [];
  if (hours === undefined) return null;
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) / secondsPerDay;
}

/** `HH:MM:SS` of a part of a day. */
export function timeOfSerial(serial: number): string {
  return timeText(Math.round((serial - Math.floor(serial)) * secondsPerDay) % secondsPerDay) ?? '00:00:00';
}

/** The date of a cell that holds it as ISO 8601 text; null when it is none. */
export function dateOfIso(text: string): CellDate | null {
  const found = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?/.exec(text);
  const [, day, time] = found ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day))) return null;
  return { day, time: time === undefined || time === '00:00:00' ? null : time };
}

function timeText(seconds: number): string | null {
  return seconds === 0 ? null : new Date(seconds * 1_000).toISOString().slice(11, 19);
}
