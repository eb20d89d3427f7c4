let zone = 'UTC';

/** Writes the numbers of a Spanish text as the country of a zone does: a company has no country of its own. */
export function writeAsIn(timeZone: string): void {
  zone = timeZone;
}

/** The zone whose country says how numbers are written. */
export function writingZone(): string {
  return zone;
}
